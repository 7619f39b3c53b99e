// Adds the kind "flow" to `Recheck`: at the weights, data and slopes of the loss that a certificate gives, a quantity
// claimed to be conserved has a derivative along gradient flow that is not zero (docs/certificate-kinds.md).
// A network is a directed acyclic graph; edges are named by the JSON of their two ends.
(function (inside) {
  "use strict";
  const { Dual, KINDS, ONE, RULES, Scene, ZERO, able, add, column, compare, conform, declarations, integer, isMatrix } = inside;
  const { isRational, isZero, last, matrix, mul, neg, numberOrRows, parse, parts, range, rational, readRational, require } = inside;
  const { shape, shown, sign, stop, sum, transpose, must, whole, word } = inside;

  const edge = (a, b) => JSON.stringify([a, b]);
  const pairs = (tails, heads) => tails.flatMap((a) => heads.map((b) => edge(a, b)));
  const flat = (array) => array.flat();
  const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const distinct = (xs) => new Set(xs).size === xs.length;
  const sameSet = (a, b) => equal([...new Set(a)].sort(), [...new Set(b)].sort());
  const truth = (value, where) => must(typeof value === "boolean", where + " is neither true nor false") ? value : false;
  const NETWORK = {
    inputs: [word], output: word, activations: { "*": word }, edges: [[word, word, readRational, truth]], shared: [[[word, word]]],
  };

  function slopeOf(name) { // of the negative part of an activation
    if (name === "linear" || name === "relu") { return integer(name === "linear" ? 1 : 0); }
    const found = /^leaky(?::(.*))?$/.exec(name) || stop("refused", "an unknown activation");
    const value = found[1] === undefined ? rational(1n, 4n) : readRational(found[1], "the slope of a leaky ReLU");
    return must(sign(value) > 0 && compare(value, ONE) < 0, "an unknown activation") && value;
  }

  class Network {
    constructor({ inputs, output, activations, edges, shared }) {
      const names = Object.keys(activations), vertices = [...inputs, ...names], place = new Map(vertices.map((v, k) => [v, k]));
      const groups = shared.map((group) => group.map(([a, b]) => edge(a, b)));
      Object.assign(this, { inputs, output, vertices, shared: [] });
      this.activations = new Map(Object.entries(activations));
      this.slopes = new Map(names.map((v) => [v, slopeOf(activations[v])]));
      this.weights = new Map(edges.map(([a, b, w]) => [edge(a, b), w]));
      this.frozen = new Set(edges.filter(([, , , learnable]) => !learnable).map(([a, b]) => edge(a, b)));
      must(this.weights.size === edges.length && Math.max(edges.length, names.length) <= 200, "an edge repeats, or too many");
      must(distinct(vertices) && this.slopes.has(output), "vertices repeat, or the output has no activation");
      const fits = ([a, b]) => place.has(a) && this.slopes.has(b) && a !== output;
      must(edges.every(fits), "an edge has an unknown end, enters an input or leaves the output");
      const ordered = (vs) => vs.sort((a, b) => place.get(a) - place.get(b));
      const near = (v, from, to) => ordered(edges.filter((e) => e[from] === v).map((e) => e[to]));
      this.ins = new Map(vertices.map((v) => [v, near(v, 1, 0)]));
      this.outs = new Map(vertices.map((v) => [v, near(v, 0, 1)]));
      this.order = [];
      for (let ready = [0]; ready.length; this.order.push(...ready)) {
        const known = new Set(this.order);
        ready = vertices.filter((v) => !known.has(v) && this.ins.get(v).every((a) => known.has(a)));
      }
      must(this.order.length === vertices.length, "the network has a cycle");
      const one = (group) => group.every((e) => compare(this.weight(e), this.weight(group[0])) === 0);
      must(distinct(flat(groups)) && this.own(flat(groups)), "shared edges are not disjoint groups of learnable edges");
      must(groups.every((group) => group.length && one(group)), "edges that share a parameter have different weights");
      this.shared = groups;
    }
    weight(e) { return this.weights.get(e); }
    at(weights) { return Object.assign(Object.create(Network.prototype), this, { weights }); }
    parameter(e) { return (this.shared.find((group) => group.includes(e)) || [e])[0]; } // the first edge of its group
    own(edges) { // whether edges are in the network, learnable, and share their weights with no others
      return edges.every((e) => this.weights.has(e) && !this.frozen.has(e) && !this.shared.some((group) => group.includes(e)));
    }
    gradient(x) { // the value at x, its derivatives by all weights, and the slopes of all vertices
      const post = new Map(this.inputs.map((v, k) => [v, x[k]])), slopes = new Map();
      for (const v of this.order.filter((v) => this.slopes.has(v))) {
        const pre = sum(this.ins.get(v).map((a) => mul(this.weight(edge(a, v)), post.get(a)))), slope = this.slopes.get(v);
        require(!isZero(pre) || compare(slope, ONE) === 0, "the risk has a kink: a pre-activation is 0");
        slopes.set(v, sign(pre) > 0 ? ONE : slope);
        post.set(v, mul(slopes.get(v), pre));
      }
      const back = new Map(this.order.map((v) => [v, v === this.output ? ONE : ZERO])), out = new Map();
      for (const v of [...this.order].reverse()) {
        for (const a of this.ins.get(v)) {
          const through = mul(slopes.get(v), back.get(v));
          back.set(a, add(back.get(a), mul(this.weight(edge(a, v)), through)));
          out.set(edge(a, v), mul(post.get(a), through));
        }
      }
      return [post.get(this.output), out, slopes];
    }
    layers() { // of a fully connected network, inputs first
      const depth = new Map();
      this.order.forEach((v) => depth.set(v, 1 + Math.max(-1, ...this.ins.get(v).map((a) => depth.get(a)))));
      const out = range(Math.max(...depth.values()) + 1).map((k) => this.vertices.filter((v) => depth.get(v) === k));
      const edges = range(out.length - 1).flatMap((k) => pairs(out[k], out[k + 1]));
      const layered = equal(out[0], this.inputs) && equal(last(out), [this.output]) && sameSet(edges, [...this.weights.keys()]);
      return require(layered, "the network is not layered and fully connected") && out;
    }
  }

  // Hypotheses: which edges there are between the parts that are named, and that there are no others.
  const alone = (net, edges, tails, heads) =>
    sameSet(edges, [...net.weights.keys()].filter((e) => tails.includes(JSON.parse(e)[0]) || heads.includes(JSON.parse(e)[1])));
  function fullyConnected({ net }, a, b) {
    const edges = pairs(flat(a), flat(b));
    return b.length === 1 && net.own(edges) && alone(net, edges, flat(a), flat(b));
  }
  function freeBlock({ net }, a, h, b) {
    const [x, y, z] = [a, h, b].map(flat), edges = [...pairs(x, y), ...pairs(y, z), ...pairs(x, z)];
    return h.length === 1 && b.length === 1 && net.own(edges) && alone(net, edges, [...x, ...y], [...y, ...z]);
  }
  function residualBlock(scene, a, h, b) { // the skip is any matrix, diagonal, or the identity, which is not learnable
    const { net } = scene, [x, y, z] = [a, h, b].map(flat), edges = [...pairs(x, y), ...pairs(y, z)];
    const skips = x.slice(0, z.length).map((v, k) => edge(v, z[k]));
    const fixed = skips.every((e) => net.frozen.has(e) && compare(net.weight(e), ONE) === 0);
    const shaped = h.length === 1 && b.length === 1 && x.length === z.length && net.own(edges) && (fixed || net.own(skips));
    return shaped && alone(net, [...edges, ...skips], [...x, ...y], [...y, ...z]) || freeBlock(scene, a, h, b);
  }
  function taps({ net }, a, b) { // parameters [tap][channel of a][channel of b] of a convolution, the same at all positions
    const patches = b.map((position) => a.filter((p) => p.some((u) => net.ins.get(position[0]).includes(u))));
    const found = patches.map((patch, k) => patch.map((p) => p.map((u) => b[k].map((v) => net.parameter(edge(u, v))))));
    const used = patches.flatMap((patch, k) => pairs(flat(patch), b[k])), places = found[0].flat(2);
    const whole = used.length && alone(net, used, flat(a), flat(b)) &&
      sameSet(used, [...net.weights.keys()].filter((e) => places.includes(net.parameter(e))));
    const sorted = (all) => all.map((tap) => JSON.stringify(tap)).sort();
    const shared = distinct(places) && found.every((all) => equal(sorted(all), sorted(found[0])));
    return require(whole && shared && !used.some((e) => net.frozen.has(e)), "there is no convolution between two arrays") && found[0];
  }
  function convolutional({ net }, array) { // parameters into a channel the same everywhere, neighbours those of all channels
    const into = array.map((position) => position.map((c) => net.ins.get(c).map((a) => net.parameter(edge(a, c))).sort()));
    const alike = (p, c) => equal(net.ins.get(c), net.ins.get(p[0])) && equal(net.outs.get(c), net.outs.get(p[0]));
    const inner = flat(array).every((v) => net.slopes.has(v) && v !== net.output);
    return inner && array.every((p) => p.every((c) => alike(p, c))) && into.every((one) => equal(one, into[0])) &&
      ![...net.frozen].some((e) => JSON.parse(e).some((v) => flat(array).includes(v)));
  }
  function reached(near, first) {
    const found = [first];
    for (const v of found) { found.push(...near(v).filter((b, k, all) => !found.includes(b) && all.indexOf(b) === k)); }
    return found;
  }
  function isLayer({ net }, edges) { // no path holds two of them, and without them the network falls apart
    const below = new Map(edges.map((e) => [e, reached((v) => net.outs.get(v), JSON.parse(e)[1])]));
    const apart = !edges.some((e) => edges.some((f) => e !== f && below.get(e).includes(JSON.parse(f)[0])));
    const before = (v, gone) => net.ins.get(v).filter((a) => !gone.includes(edge(a, v)));
    const after = (v, gone) => net.outs.get(v).filter((b) => !gone.includes(edge(v, b)));
    const kept = (v, gone) => [...before(v, gone), ...after(v, gone)];
    const connected = (gone) => reached((v) => kept(v, gone), net.vertices[0]).length === net.vertices.length;
    return apart && connected([]) && !connected(edges);
  }
  const CLAUSES = {
    differentiable_loss: [() => true], // that some such loss has the slopes used is required below
    stable_signs: [(_, net) => [...net.weights.values()].every((w) => !isZero(w)), "network"],
    same_neighbours: [({ net }, ...both) => [net.ins, net.outs].every((near) => equal(...both.map((v) => near.get(v)))),
      "vertex", "vertex"],
    fully_connected: [fullyConnected, "neurons", "neurons"],
    free_block: [freeBlock, "neurons", "neurons", "neurons"],
    residual_block: [residualBlock, "neurons", "neurons", "neurons"],
    convolution: [taps, "neurons", "neurons"],
    convolutional_neurons: [convolutional, "neurons"],
    is_layer: [isLayer, "edges"],
  };

  // Quantities: matrices of weights, in which weights may be dual numbers.
  const own = ({ net }, edges) =>
    require(net.own(edges), "an edge has no learnable weight of its own") && column(edges.map((e) => net.weight(e)));
  const between = ({ net }, tails, heads) => matrix(heads.map((b) => tails.map((a) => net.weight(edge(a, b)) || ZERO)));
  function layer(scene, net, k) {
    const layers = net.layers();
    require(k >= 1 && k < layers.length && own(scene, pairs(layers[k - 1], layers[k])), "there is no layer " + k);
    return between(scene, layers[k - 1], layers[k]);
  }
  function dot(_, x, y) {
    require(x.cols === 1 && shape(x) === shape(y), "an inner product of columns of different lengths");
    return sum(x.rows.map(([p], k) => mul(p, y.rows[k][0])));
  }
  function hstack(_, ...blocks) {
    require(blocks.every((block) => block.rows.length === blocks[0].rows.length), "blocks next to each other differ in height");
    return matrix(blocks[0].rows.map((_, k) => blocks.flatMap((block) => block.rows[k])));
  }
  const kernel = (scene, a, b) =>
    transpose(matrix(taps(scene, a, b).flat().map((row) => row.map((e) => scene.net.weight(e)))));
  function kernelIn(scene, a, b) {
    const all = taps(scene, a, b);
    return matrix(all.flatMap((tap) => tap[0].map((_, k) => tap.map((row) => scene.net.weight(row[k])))));
  }
  function byChannel(_, a, array) {
    const width = array[0].length;
    require(a.cols % width === 0, "rows cannot be cut into pieces of as many entries as there are channels");
    return matrix(a.rows.flatMap((row) => range(a.cols / width).map((k) => row.slice(k * width, (k + 1) * width))));
  }
  const products = (into, some) => ({ net }, array) => { // of pairs of parameters at every position, or at some
    require(array[0].length === 2, "pairs of weights are taken of two channels");
    const [near, name] = into ? [net.ins, (v, a) => edge(a, v)] : [net.outs, edge];
    const found = array.map(([u, v]) => near.get(u).filter((a) => near.get(v).includes(a))
      .map((a) => JSON.stringify([net.parameter(name(u, a)), net.parameter(name(v, a))])));
    const kept = [...new Set(flat(found))].filter((pair) => some || found.every((position) => position.includes(pair))).sort();
    return column(kept.map((pair) => JSON.parse(pair).map((e) => net.weight(e)).reduce(mul)));
  };
  const FUNCTIONS = {
    dot: [dot, "matrix", "matrix"],
    hstack: [hstack, "matrix", "matrix", "*"],
    w_in: [(scene, v) => own(scene, scene.net.ins.get(v).map((a) => edge(a, v))), "vertex"],
    w_out: [(scene, v) => own(scene, scene.net.outs.get(v).map((b) => edge(v, b))), "vertex"],
    layer: [layer, "network", "whole"],
    edge_weights: [own, "edges"],
    output_weights: [(scene, net) => own(scene, net.ins.get(net.output).map((a) => edge(a, net.output))), "network"],
    weights: [(scene, a, b) => between(scene, flat(a), flat(b)), "neurons", "neurons"],
    kernel: [kernel, "neurons", "neurons"],
    kernel_in: [kernelIn, "neurons", "neurons"],
    by_channel: [byChannel, "matrix", "neurons"],
    in_products: [products(true, false), "neurons"],
    out_products: [products(false, false), "neurons"],
    some_out_products: [products(false, true), "neurons"],
    ...Object.fromEntries(["sum", "vstack", "abs", "entry", "diag"].map((name) => [name, RULES[name]])),
  };

  class NetworkScene extends Scene { // `things`: what each variable stands for, and its domain
    constructor(net, name, things) {
      super(new Map([...things].filter(([, [domain]]) => domain === "integer").map(([variable, [, k]]) => [variable, integer(k)])));
      Object.assign(this, { net, name, things, rules: FUNCTIONS });
    }
    read(kind, tree) {
      if (["matrix", "quantity", "vector", "tree"].includes(kind)) { return super.read(kind, tree); }
      if (kind === "network") { return require(equal(tree, ["name", this.name]), "another network is spoken of") && this.net; }
      if (kind === "whole") {
        const k = this.value(tree);
        return require(isRational(k) && k.d === 1n, "the number of a layer is no integer") && Number(k.n);
      }
      const [domain, thing] = tree[0] === "name" && this.things.get(tree[1]) || [];
      return require(domain === kind, tree[1] + " is not declared to be of the domain " + kind) && thing;
    }
    at(weights) { return new NetworkScene(this.net.at(weights), this.name, this.things); }
    establish([kind, name, ...args]) {
      this.rules = CLAUSES;
      const holds = able(kind === "call", "a hypothesis that is no word") && this.call(name, args);
      this.rules = FUNCTIONS;
      require(holds, "the hypothesis " + name + " fails for this network");
    }
  }
  const FORMS = { vertex: word, integer: whole, neurons: [[word]], edges: [[word, word]] };
  function member(net, domain, numbers, value) { // whether what a variable stands for is in its domain
    if (domain === "integer") { return value >= Math.max(0, numbers[0]) && value <= Math.min(1000, ...numbers.slice(1)); }
    if (domain === "vertex") { // inner, all its edges learnable, their weights their own
      const around = [...net.weights.keys()].filter((e) => JSON.parse(e).includes(value));
      return net.slopes.has(value) && value !== net.output && net.own(around);
    }
    if (domain === "edges") { return distinct(value) && net.own(value); }
    const sizes = new Set([...value.map((position) => position.length), ...numbers]), members = flat(value);
    return sizes.size === 1 && members.length > 0 && distinct(members) && members.every((v) => net.vertices.includes(v));
  }
  function readScene(cert) {
    const declared = declarations(cert.text.let), net = new Network({ shared: [], ...cert.network });
    const [[name, , kinds], ...others] = [...declared.filter(([, domain]) => domain === "network"), ["", "", []]];
    const rest = declared.filter(([, domain]) => domain !== "network"), [graph, ...allowed] = kinds.map(([, word]) => word);
    must(name && others.length === 1 && sameSet(rest.map(([name]) => name), Object.keys(cert.at)), "not one network, and at");
    const known = allowed.length && allowed.every((a) => ["linear", "relu", "leaky"].includes(a));
    must(["dag", "layered"].includes(graph) && known && (graph === "dag" || net.layers()), "a network is declared by its kind and its activations");
    const fits = ([v, a]) => allowed.includes(a.split(":")[0]) || v === net.output && a === "linear";
    require([...net.activations].every(fits), "an activation is none of those declared");
    const things = new Map(rest.map(([variable, domain, parameters]) => {
      const form = able(Object.hasOwn(FORMS, domain), "the domain " + domain) && conform(cert.at[variable], FORMS[domain], "at." + variable);
      const value = domain === "edges" ? form.map(([a, b]) => edge(a, b)) : form;
      const of = domain === "integer" ? parameters : parameters.slice(1), numbers = of.map(([, x]) => Number(x.n));
      const about = of === parameters || equal(parameters[0], ["name", name]);
      const plain = about && of.every(([kind, x]) => kind === "num" && x.d === 1n);
      const most = { integer: 2, neurons: 1 }[domain] || 0;
      must(plain && of.length <= most && (domain !== "integer" || of.length), "the domain of " + variable + " has other parameters");
      return [variable, require(member(net, domain, numbers, value), variable + " is not in its domain") && [domain, value]];
    }));
    const { data, labels } = cert, points = data.length > 0 && data.length <= 50 && data.length === labels.length;
    must(points && data.every((x) => x.length === net.inputs.length), "data and labels do not fit the network");
    must(labels.every((y) => Math.abs(y) === 1), "labels must be -1 or 1");
    return new NetworkScene(net, name, things);
  }
  function velocity(net, { data, labels, slopes }) { // dw/dt = -(1/n) sum of slope y d nu(x)/dw, summed over shared edges
    const margins = [], out = new Map([...net.weights.keys()].map((e) => [e, ZERO]));
    must(slopes.length === labels.length, "there must be one slope of the loss per label");
    data.forEach((x, k) => {
      const [value, gradient] = net.gradient(x), margin = mul(integer(labels[k]), value);
      const loss = margins.every(([other, slope]) => compare(other, margin) !== 0 || compare(slope, slopes[k]) === 0);
      margins.push(require(loss, "two slopes of the loss at one margin: no loss has them") && [margin, slopes[k]]);
      for (const [e, g] of gradient) {
        const part = mul(rational(BigInt(-labels[k]), BigInt(labels.length)), mul(slopes[k], g));
        if (!net.frozen.has(e)) { out.set(e, add(out.get(e), part)); }
      }
    });
    for (const group of net.shared) {
      const all = sum(group.map((e) => out.get(e)));
      group.forEach((e) => out.set(e, all));
    }
    return out;
  }
  function checkFlow(cert) {
    const scene = readScene(cert), claim = parse(cert.text.claim[0]), { net } = scene;
    const single = cert.text.claim.length === 1 && claim[1] === "conserved" && claim.length === 4;
    require(single, "the claim is not that one quantity is conserved");
    scene.read("network", claim[3]);
    [["call", "stable_signs", ["name", scene.name]], ...cert.text.given.map(parse)].forEach((tree) => scene.establish(tree));
    const speed = velocity(net, cert), moving = new Map([...net.weights].map(([e, w]) => [e, new Dual(w, speed.get(e))]));
    const value = scene.at(moving).value(claim[2]), rows = isMatrix(value) ? value.rows : [[value]];
    const found = rows.map((row) => row.map((x) => parts(x)[1])), rate = Array.isArray(cert.rate) ? cert.rate : [[cert.rate]];
    const agree = found.length === rate.length && found.every((row, i) =>
      row.length === rate[i].length && row.every((x, j) => compare(x, rate[i][j]) === 0));
    require(agree, "the recorded rate is not the derivative along the flow");
    require(found.flat().some((x) => !isZero(x)), "the derivative along the flow is zero");
    return "the derivative along gradient flow is " + found.map((row) => row.map(shown).join(", ")).join("; ") + ", not zero";
  }
  const network = (value, where) => conform({ shared: [], ...value }, NETWORK, where);
  const RUN = { network, data: [[readRational]], labels: [whole], at: { "*": (value) => value } };
  KINDS.flow = [{ ...RUN, slopes: [readRational], rate: numberOrRows }, checkFlow];
}(Recheck.inside));
