// The page: certificates and claims are checked by `Recheck`, and set as mathematics.
(function () {
  "use strict";
  const { HOLDS, Scene, bind, compared, conform, instances, isRational, judge, last, limited, matrix } = Recheck;
  const { must, named, numberOrRows, parse, parseClause, stop } = Recheck;
  const byId = (id) => document.getElementById(id);

  // ---- mathematics: trees as MathML

  const GREEK = Object.fromEntries(("alpha α beta β gamma γ delta δ eps ε epsilon ε eta η theta θ kappa κ lambda λ lamda λ mu μ nu ν xi ξ " +
    "pi π rho ρ sigma σ tau τ phi φ omega ω Delta Δ Sigma Σ Lambda Λ Omega Ω").match(/\w+ \S+/g).map((pair) => pair.split(" ")));
  const RELATIONS = { "<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "=" };
  const STRENGTH = { add: 10, neg: 15, mul: 20, matmul: 20, div: 40, pow: 30, T: 30 };
  function element(name, ...children) {
    const node = document.createElementNS("http://www.w3.org/1998/Math/MathML", name);
    node.append(...children);
    return node;
  }
  const mo = (sign) => element("mo", sign), row = (...nodes) => element("mrow", ...nodes);
  const fenced = (node, open = "(", close = ")") => row(mo(open), node, mo(close));
  const listed = (nodes) => row(...nodes.flatMap((node, k) => k ? [mo(","), node] : [node]));
  function name(text) {
    const [head, ...rest] = text.split("_"), base = element("mi", GREEK[head] || head);
    return rest.length ? element("msub", base, element("mi", rest.map((part) => GREEK[part] || part).join(","))) : base;
  }
  function inside(tree, strength) { // in brackets where it binds less than what is around it
    const node = formula(tree);
    return (STRENGTH[tree[0]] || 100) < strength ? fenced(node) : node;
  }
  const CALLS = {
    normF: (a) => element("msub", fenced(a, "‖", "‖"), element("mi", "F")),
    norm2: (a) => element("msub", fenced(a, "‖", "‖"), element("mn", "2")),
    abs: (a) => fenced(a, "|", "|"),
    sqrt: (a) => element("msqrt", a),
    I: (n) => element("msub", element("mi", "I"), n),
  };
  function formula(tree) {
    const [kind, a, b, ...rest] = tree;
    if (kind === "num") { return element("mn", String(a.n)); } // as it is read, an integer
    if (kind === "name") { return name(a); }
    if (kind === "T") { return element("msup", inside(a, 31), element("mi", "T")); }
    if (kind === "neg") { return row(mo("−"), inside(a, 16)); }
    if (kind === "add") { return b[0] === "neg" ? row(formula(a), mo("−"), inside(b[1], 16)) : row(formula(a), mo("+"), inside(b, 10)); }
    if (kind === "div") { return element("mfrac", formula(a), formula(b)); }
    if (kind === "pow") { return element("msup", inside(a, 31), formula(b)); }
    if (kind === "mul" || kind === "matmul") { return row(inside(a, 20), mo("⁢"), inside(b, 21)); }
    if (kind === "part") { return row(name(a), fenced(row(formula(b), mo(":"), formula(rest[0])), "[", "]")); }
    if (kind === "over") { return row(element("mi", a), fenced(row(formula(rest[2]), mo(";"), ranged([b, rest[0], rest[1]])))); }
    const args = tree.slice(2).map(formula);
    return args.length === 1 && Object.hasOwn(CALLS, a) ? CALLS[a](...args) : row(element("mi", a), fenced(listed(args)));
  }
  const ranged = ([index, low, high]) => row(name(index), mo("="), formula(low), mo(","), mo("…"), mo(","), formula(high));
  function relation(text) {
    const { links, ranges } = parseClause(text);
    const chain = links.flatMap(([op, , right]) => [mo(RELATIONS[op]), formula(right)]);
    return row(formula(links[0][1]), ...chain, ...ranges.flatMap((one) => [mo(";"), ranged(one)]));
  }
  const entry = (text) => formula(parse(text.replace(/^(-?\d+)\/(\d+)$/, "$1 / $2")));
  function value(given) {
    if (!Array.isArray(given)) { return entry(String(given)); }
    return fenced(element("mtable", ...given.map((one) => element("mtr", ...one.map((x) => element("mtd", entry(x)))))));
  }
  const math = (node) => element("math", node);
  function line(lead, ...nodes) {
    const out = document.createElement("p"), word = document.createElement("span");
    word.className = "lead";
    word.textContent = lead + " ";
    out.append(word, ...nodes);
    return out;
  }

  // ---- certificates

  const code = (text) => Object.assign(document.createElement("code"), { textContent: text });
  function statement({ text, dims = {}, values = {} }) { // once it was read: of the form that it should be
    const all = Object.entries({ ...dims, ...values }).map(([variable, given]) => math(row(name(variable), mo("="), value(given))));
    return [
      line("Let", code(text.let.join(", "))),
      ...text.given.map((given) => line("Given", math(relation(given)))),
      ...text.claim.map((claim) => line("Claimed", math(relation(claim)))),
      ...(all.length ? [line("It fails at", ...all.flatMap((node, k) => k ? [", ", node] : [node]))] : []),
    ];
  }
  async function check() {
    const text = byId("certificate").value, found = await Recheck.certificate(text);
    byId("answer").dataset.answer = found.answer;
    byId("answer").textContent = {
      established: "✓ " + found.statement + ": " + found.says + "; every hypothesis holds.",
      cannot: "Not decided in this page: " + found.why + ".\nlemmata certify FILE checks it.",
    }[found.answer] || "✗ " + found.answer + ": " + found.why;
    byId("statement").replaceChildren(...(found.answer === "established" ? statement(JSON.parse(text)) : []));
  }
  function load(text) {
    byId("certificate").value = text;
    return check();
  }
  EXAMPLES.forEach(([title], k) => byId("example").append(new Option(title, k)));
  byId("example").addEventListener("change", (event) => event.target.value && load(EXAMPLES[event.target.value][1]));
  byId("check").addEventListener("click", check);
  byId("file").addEventListener("change", async (event) => event.target.files.length && load(await event.target.files[0].text()));
  byId("certificate").addEventListener("dragover", (event) => event.preventDefault());
  byId("certificate").addEventListener("drop", async (event) => {
    if (!event.dataTransfer.files.length) { return; }
    event.preventDefault();
    await load(await event.dataTransfer.files[0].text());
  });

  // ---- claims

  const fraction = (digits) => { // a decimal as p/q
    const [before, after] = digits.split(".");
    return after ? before + after + "/1" + "0".repeat(after.length) : before;
  };
  function variables(text) { // lines such as x = 5/4, v = [1, 2] (a column), A = [[1, 2], [3, 4]]
    return Object.fromEntries(text.split("\n").filter((one) => one.trim()).map((one) => {
      const found = /^\s*(\w+)\s*=\s*([-\d\s./,[\]]+)$/.exec(one);
      must(found, "a line must read x = 5/4 or A = [[1, 2], [3, 4]], not " + one);
      const quoted = found[2].replace(/-?\d+(\.\d+|\/\d+)?/g, (digits) => JSON.stringify(fraction(digits)));
      try {
        const given = JSON.parse(quoted);
        return [found[1], Array.isArray(given) ? given.map((x) => Array.isArray(x) ? x : [x]) : given];
      } catch (error) { return stop("refused", "cannot read " + one); }
    }));
  }
  const claim = (text, given) => limited(async () => {
    const read = Object.entries(conform(variables(given), { "*": numberOrRows }, "a value"));
    const values = new Map(read.map(([variable, x]) => [variable, Array.isArray(x) ? matrix(x) : x]));
    const whole = [...values].filter(([, x]) => isRational(x) && x.d === 1n && x.n > 0n).map(([variable, x]) => [variable, Number(x.n)]);
    const shapes = new Map(read.filter(([, x]) => Array.isArray(x)).map(([variable]) => [variable, true]));
    const sizes = bind({ integers: new Map(), families: new Map(), shapes }, whole), scene = new Scene(values);
    const all = instances(parseClause(text), sizes).map((one) => [one, ...judge(one, scene, named(one))]);
    const [one, holds, pairs] = all.find(([, holds]) => !holds) || last(all) || stop("refused", "an empty range");
    const shows = pairs.find(([, , order]) => holds || order !== null && !HOLDS[one[0]].includes(order));
    return { holds, says: (holds ? "It holds: " : "It fails: ") + compared(shows) + "." };
  });
  async function evaluate() {
    const text = byId("claim").value, found = await claim(text, byId("values").value);
    byId("value").dataset.answer = found.answer === "established" ? found.holds ? "holds" : "fails" : found.answer;
    byId("value").textContent = found.says || "✗ " + found.answer + ": " + found.why;
    byId("formula").replaceChildren(...(found.says ? [math(relation(text))] : []));
  }
  byId("evaluate").addEventListener("click", evaluate);
  evaluate();
  const chosen = EXAMPLES.find(([title]) => title === decodeURIComponent(location.hash.slice(1))); // a link to an example
  if (chosen) { load(chosen[1]); }
}());
