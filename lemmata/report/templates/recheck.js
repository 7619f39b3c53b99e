// Re-checks certificates in a reader's browser: `await Recheck.certificate(text, hash, id)` reads the file of a
// certificate and evaluates its statement, which has this hash and id where they are given, at its instance.
// docs/certificates.md says what such a file holds and what has to hold; what is not decided here is said to be so.
// What is rational is exact; what is not is an interval whose ends are integers times 2**-bits, at more and more bits
// until every sign is decided.  Eigenvalues are the roots of the exact characteristic polynomial p, which are all real,
// so Descartes' rule counts them: as many are above t as p(x + t) has changes of sign.  No float occurs, and nothing
// is shared with lemmata/checker, which decides more.
const Recheck = (function () {
  "use strict";
  const BITS = [64n, 128n, 256n, 512n, 1024n], SECONDS = 20, MAX_NODES = 200000;
  let bits = 64n, deadline = Infinity, nodes = 0;

  // An error says what to answer: "refused" is no unaltered certificate, "not established" one that does not show what
  // it says, "cannot" what is not decided here; "undefined" has no value, "undecided" needs more bits.
  function stop(answer, why) { throw Object.assign(new Error(why), { answer }); }
  const must = (condition, why) => condition || stop("refused", why);
  const require = (condition, why) => condition || stop("not established", why);
  const able = (condition, why) => condition || stop("cannot", why);
  const tick = () => able(Date.now() < deadline, "more than " + SECONDS + " s of computing");
  const own = (table, name) => Object.prototype.hasOwnProperty.call(table, name) ? table[name] : undefined;
  const range = (n) => Array.from({ length: Math.max(0, n) }, (_, k) => k);
  const last = (xs) => xs[xs.length - 1];

  // ---- numbers: Rational, and Interval (`root`: [q, k] of the k-th root of q)

  class Rational { constructor(n, d) { Object.assign(this, { n, d }); } }
  class Interval { constructor(lo, hi, root) { Object.assign(this, { lo, hi, root }); } }
  const isRational = (x) => x instanceof Rational;
  const abs = (n) => n < 0n ? -n : n;
  const gcd = (a, b) => { while (b) { [a, b] = [b, a % b]; } return abs(a); };
  const floor = (n, d) => n / d - (n % d < 0n ? 1n : 0n); // for d > 0
  const ceil = (n, d) => -floor(-n, d);
  const least = (xs) => xs.reduce((a, b) => a < b ? a : b);
  const greatest = (xs) => xs.reduce((a, b) => a > b ? a : b);

  function rational(n, d = 1n) {
    const common = gcd(n, d) * (d < 0n ? -1n : 1n) || stop("undefined", "division by zero");
    return d ? new Rational(n / common, d / common) : stop("undefined", "division by zero");
  }
  const integer = (k) => rational(BigInt(k));
  const ZERO = integer(0), ONE = integer(1);
  const isZero = (x) => isRational(x) && x.n === 0n;

  // the ends of the interval that a number is, in units of 2**-bits
  const scaled = (x) => x instanceof Interval ? [x.lo, x.hi] : [floor(x.n << bits, x.d), ceil(x.n << bits, x.d)];

  function add(x, y) {
    if (isRational(x) && isRational(y)) { return rational(x.n * y.d + y.n * x.d, x.d * y.d); }
    const [[a, b], [c, d]] = [scaled(x), scaled(y)];
    return new Interval(a + c, b + d);
  }
  function mul(x, y) {
    if (isRational(x) && isRational(y)) { return rational(x.n * y.n, x.d * y.d); }
    if (isZero(x) || isZero(y)) { return ZERO; }
    if (x === y) { return power(x, 2); }
    const products = scaled(x).flatMap((a) => scaled(y).map((b) => a * b));
    return new Interval(least(products) >> bits, ceil(greatest(products), 1n << bits));
  }
  const neg = (x) => x instanceof Interval ? new Interval(-x.hi, -x.lo) : mul(integer(-1), x);
  const sub = (x, y) => add(x, neg(y));
  const sum = (xs) => xs.reduce(add, ZERO);
  function inverse(x) {
    if (isRational(x)) { return rational(x.d, x.n); }
    if (x.hi < 0n) { return neg(inverse(neg(x))); }
    return x.lo > 0n ? new Interval((1n << 2n * bits) / x.hi, ceil(1n << 2n * bits, x.lo))
      : stop("undecided", "whether a denominator is zero");
  }
  const divide = (x, y) => mul(x, inverse(y));

  function compare(x, y) { // -1, 0, 1, or null where the intervals do not tell
    if (isRational(x) && isRational(y)) { return Number(x.n * y.d > y.n * x.d) - Number(x.n * y.d < y.n * x.d); }
    const [[a, b], [c, d]] = [scaled(x), scaled(y)];
    return x === y ? 0 : b < c ? -1 : a > d ? 1 : null;
  }
  const sign = (x) => compare(x, ZERO);
  function absolute(x) {
    if (x instanceof Interval && x.lo < 0n && x.hi > 0n) { return new Interval(0n, greatest([-x.lo, x.hi])); }
    return (isRational(x) ? x.n : x.lo) < 0n ? neg(x) : x;
  }
  const largest = (xs) => xs.reduce((best, x) => {
    const order = compare(best, x), [[a, b], [c, d]] = [scaled(best), scaled(x)];
    return order === null ? new Interval(greatest([a, c]), greatest([b, d])) : order < 0 ? x : best;
  });
  const smallest = (xs) => neg(largest(xs.map(neg)));

  function power(x, k) { // to an integer power
    able(Math.abs(k) <= 100, "a power is too large");
    if (k < 0) { return power(inverse(x), -k); }
    if (x.root && k % x.root[1] === 0) { return power(x.root[0], k / x.root[1]); }
    const base = x instanceof Interval && k % 2 === 0 ? absolute(x) : x;
    return range(k).reduce((out) => able(!isRational(out) || fraction(out).length < 12000, "numbers grow too large") && mul(out, base), ONE);
  }
  function integerRoot(n, order) { // the largest integer whose power does not exceed n, by Newton's steps from above
    let found = n > 1n ? 1n << BigInt(n.toString(2).length) / order + 1n : n;
    while (n > 1n) {
      const next = ((order - 1n) * found + n / found ** (order - 1n)) / order;
      if (next >= found) { break; }
      found = next;
    }
    return found;
  }
  function root(x, k) {
    const order = BigInt(k), [lo, hi] = scaled(x);
    if (sign(x) === -1) { stop("undefined", "the root of a negative number"); }
    if (lo < 0n) { stop("undecided", "whether a radicand is negative"); }
    const [n, d] = isRational(x) ? [integerRoot(x.n, order), integerRoot(x.d, order)] : [];
    if (isRational(x) && n ** order === x.n && d ** order === x.d) { return new Rational(n, d); }
    const [low, high] = [lo, hi].map((end) => integerRoot(end << bits * (order - 1n), order));
    return new Interval(low, high + 1n, isRational(x) ? [x, k] : undefined);
  }
  const sqrt = (x) => root(x, 2);
  function shown(x) { // for people: exact if short, else to twelve digits
    const text = isRational(x) ? fraction(x) : "", [lo, hi] = scaled(x);
    if (text && text.length < 40) { return text; }
    const size = 10n ** 30n * abs(lo + hi) >> bits + 1n, [, before, after] = /^(.+)(.{30})$/.exec(String(size).padStart(31, "0"));
    const kept = before !== "0" ? Math.max(0, 12 - before.length) : after.search(/[1-9]|$/) + 12;
    return (lo < 0n ? "-" : "") + before + "." + after.slice(0, kept) + "…";
  }
  const fraction = (x) => x.d === 1n ? String(x.n) : x.n + "/" + x.d;

  // ---- matrices: rows of numbers; a vector is a matrix with one column

  class Matrix { constructor(rows, cols) { Object.assign(this, { rows, cols }); } }
  function matrix(rows) {
    if (!rows.length || !rows[0].length) { stop("undefined", "there is no matrix without rows or columns"); }
    return able(rows.length * rows[0].length <= 6400, "a matrix is too large") && new Matrix(rows, rows[0].length);
  }
  const isMatrix = (x) => x instanceof Matrix;
  const column = (xs) => new Matrix(xs.map((x) => [x]), 1); // what is listed of a network may be nothing
  const entries = (a) => a.rows.flat();
  const shape = (a) => a.rows.length + " x " + a.cols;
  const isSquare = (a) => a.rows.length === a.cols;
  const transpose = (a) => matrix(range(a.cols).map((j) => a.rows.map((row) => row[j])));
  const diagonal = (xs) => matrix(xs.map((x, i) => xs.map((_, j) => i === j ? x : ZERO)));
  const onDiagonal = (a) => a.rows.map((row, k) => row[k]);
  const trace = (a) => sum(onDiagonal(a));
  const exact = (a) => able(entries(a).every(isRational), "eigenvalues of a matrix whose entries are not rational");
  const identity = (n) => able(n <= 80, "an identity of order " + n) && diagonal(range(n).map(() => ONE));
  function times(a, b) {
    must(a.cols === b.rows.length, "shapes " + shape(a) + " and " + shape(b) + " cannot be multiplied");
    tick();
    const columns = transpose(b).rows;
    return matrix(a.rows.map((row) => columns.map((col) => sum(row.map((x, k) => mul(x, col[k]))))));
  }
  function entrywise(f, ...xs) { // of numbers, or of matrices of one shape, with whose entries numbers are repeated
    const first = xs.find(isMatrix);
    if (!first) { return f(...xs); }
    must(xs.every((x) => !isMatrix(x) || shape(x) === shape(first)), "matrices of other shapes are combined");
    const at = (i, j) => xs.map((x) => isMatrix(x) ? x.rows[i][j] : x);
    return new Matrix(first.rows.map((row, i) => row.map((_, j) => f(...at(i, j)))), first.cols);
  }
  const scale = (c, a) => entrywise(mul, c, a);
  const gram = (a) => a.rows.length <= a.cols ? times(a, transpose(a)) : times(transpose(a), a);
  const same = (a, b) => shape(a) === shape(b) && entries(entrywise(compare, a, b)).every((order) => order === 0);
  const symmetric = (a) => isSquare(a) && same(a, transpose(a));

  function characteristic(a) { // coefficients of det(x - A), leading first; the adjugate up to sign (Faddeev, LeVerrier)
    let coefficients = [ONE], adjugate = identity(a.cols);
    for (let k = 1; ; k++) {
      const next = times(a, adjugate), c = mul(trace(next), rational(-1n, BigInt(k)));
      coefficients = [...coefficients, c];
      if (k === a.cols) { return [coefficients, adjugate]; }
      adjugate = entrywise(add, next, scale(c, identity(a.cols)));
    }
  }
  const inverted = (a) => (([p, adjugate]) => scale(neg(inverse(last(p))), adjugate))(characteristic(a));

  function integral(a) { // of q A, A symmetric and rational: the integer coefficients of its polynomial, and q
    const q = exact(a) && entries(a).reduce((out, x) => out / gcd(out, x.d) * x.d, 1n);
    return [characteristic(scale(rational(q), a))[0].map((c) => c.n), q];
  }
  function count(p, t) { // how many roots of p, all of them real, are above t, and how many are t
    const moved = [...p]; // to become p(x + t)
    for (let end = p.length - 1; end > 0; end--) {
      for (let k = 1; k <= end; k++) { moved[k] += t * moved[k - 1]; }
    }
    const left = moved.filter((c) => c !== 0n), at = range(p.length).findIndex((k) => moved[p.length - 1 - k] !== 0n);
    return [left.filter((c, k) => k && c > 0n !== left[k - 1] > 0n).length, at];
  }
  const inertia = (a) => count(integral(a)[0], 0n); // how many eigenvalues are positive, and how many zero

  function eigenvalues(a) { // of a symmetric rational matrix, descending
    const [p, q] = integral(a), fine = p.map((c, k) => c << bits * BigInt(k)); // roots: q 2**bits times eigenvalues
    const most = greatest(a.rows.map((row) => row.reduce((out, x) => out + abs(x.n) * q / x.d, 1n))) << bits;
    function between(lo, hi, above, below) { // the roots in (lo, hi], which are number above, ..., below - 1
      if (above === below) { return []; }
      const middle = lo + hi >> 1n;
      if (tick() && hi - lo > 1n) {
        const over = count(fine, middle)[0];
        return [...between(middle, hi, above, over), ...between(lo, middle, over, below)];
      }
      const at = count(fine, hi)[1]; // roots that are integers belong to rational eigenvalues, and only they do
      return range(below - above).map((k) => k < at ? rational(hi, q << bits) : new Interval(floor(lo, q), ceil(hi, q)));
    }
    return between(-most, most, 0, a.cols);
  }

  // ---- the language: trees are lists [kind, ...parts]; a difference is a sum with a negation

  const TOKEN = /\s*([0-9]+(?!\w)|[A-Za-z_]\w*|\.\.|\*\*|<=|>=|==|[-+*/@<>()[\],:.])/y;
  const OPERATORS = { "+": "add", "-": "add", "*": "mul", "/": "div", "@": "matmul", "**": "pow" };
  const STRENGTH = { "+": 10, "-": 10, "*": 20, "/": 20, "@": 20, "**": 30 }; // a sign binds with 25
  const SIGNS = { add: " + ", mul: " * ", div: " / ", matmul: " @ ", pow: " ** " };
  const HOLDS = { "<=": [-1, 0], "<": [-1], ">=": [0, 1], ">": [1], "==": [0] }; // for which order of the two sides

  class Parser {
    constructor(text) {
      Object.assign(this, { tokens: [], at: 0, depth: 0 });
      for (let end = TOKEN.lastIndex = 0; text.slice(end).trim(); end = TOKEN.lastIndex) {
        const found = TOKEN.exec(text) || stop("refused", "cannot be parsed: " + text.slice(end, end + 40));
        this.tokens.push(found[1]);
      }
    }
    get ahead() { return this.tokens[this.at] || ""; }
    next(...wanted) { return wanted.includes(this.ahead) && this.tokens[this.at++]; }
    expect(token) { return must(this.next(token), "'" + token + "' is missing before '" + this.ahead + "'"); }
    name() {
      const fits = /^[A-Za-z_]/.test(this.ahead) && !this.ahead.includes("__");
      return must(fits, "a name was expected, not '" + this.ahead + "'") && this.tokens[this.at++];
    }
    expression(binding = 0) {
      must(++this.depth <= 120, "an expression is nested too deeply");
      let left = this.next("-") ? ["neg", this.expression(25)] : this.postfix();
      while ((own(STRENGTH, this.ahead) || -1) >= binding) {
        const sign = this.tokens[this.at++], right = this.expression(sign === "**" ? 30 : STRENGTH[sign] + 1);
        left = [OPERATORS[sign], left, sign === "-" ? ["neg", right] : right];
      }
      this.depth--;
      return left;
    }
    postfix() {
      let tree = this.primary();
      for (; this.next("."); tree = ["T", tree]) { must(this.ahead === "T" && this.name(), "only .T follows a point"); }
      return tree;
    }
    primary() {
      if (this.next("(")) { return this.closed(")", this.expression()); }
      if (/^(0|[1-9][0-9]{0,499})$/.test(this.ahead)) { return ["num", rational(BigInt(this.tokens[this.at++]))]; }
      const name = this.name();
      if (this.next("(")) { return this.call(name); }
      if (!this.next("[")) { return ["name", name]; }
      const end = this.expression();
      return able(this.next(":"), "an entry of a sequence") && this.closed("]", ["part", name, end, this.expression()]);
    }
    closed(bracket, tree) { this.expect(bracket); return tree; }
    call(name) {
      if (this.next(")")) { return ["call", name]; }
      const args = [this.expression()];
      if (this.ahead === "for") {
        must(["sum", "prod", "product", "max", "vstack"].includes(name), name + "(...) has no index");
        return this.closed(")", ["over", name, ...this.range(), args[0]]);
      }
      while (this.next(",")) { args.push(this.expression()); }
      return this.closed(")", ["call", name, ...args]);
    }
    range() { // for i in low..high
      const index = this.expect("for") && this.name(), low = this.expect("in") && this.expression();
      return [index, low, this.expect("..") && this.expression()];
    }
    clause() { // relations in a chain, and their quantifiers
      const links = [], ranges = [];
      for (let left = this.expression(), op; (op = this.next(...Object.keys(HOLDS))); left = last(links)[2]) {
        links.push([op, left, this.expression()]);
      }
      while (this.ahead === "for") { ranges.push(this.range()); }
      return this.end(must(links.length, "a relation was expected") && { links, ranges });
    }
    end(found) { return must(!this.ahead, "cannot be parsed at '" + this.ahead + "'") && found; }
  }
  const parser = (text) => new Parser(line(text, "an expression"));
  const parse = (text) => { const reader = parser(text); return reader.end(reader.expression()); };
  const parseClause = (text) => able(!text.startsWith("exists:"), "what says that something exists") && parser(text).clause();
  function written(tree) { // in words, by which a witness says what it is for
    const [kind, a, b] = tree;
    if (kind === "call") { return a + "(" + tree.slice(2).map(written).join(", ") + ")"; }
    if (kind === "num" || kind === "name") { return kind === "num" ? fraction(a) : a; }
    if (kind === "T" || kind === "neg") { return kind === "T" ? written(a) + ".T" : "(-" + written(a) + ")"; }
    return "(" + written(a) + SIGNS[kind] + written(b) + ")";
  }

  const ARITHMETIC = { neg, add, mul, div: divide };
  const FOLDED = { max: (...xs) => largest(xs), min: (...xs) => smallest(xs), abs: absolute };
  function fold(tree) { // the value of a tree of numbers; other trees, and what has no value, stay as they are
    const call = tree[0] === "call", name = tree[call ? 1 : 0], xs = tree.slice(call ? 2 : 1).map((part) => part[1]);
    const known = own(call ? FOLDED : ARITHMETIC, name) || !call && name === "pow" && xs[1].d === 1n;
    const numbers = xs.length > 0 && tree.slice(call ? 2 : 1).every(([kind]) => kind === "num");
    if (!known || !numbers || name === "abs" && xs.length !== 1) { return tree; }
    if (name === "div" && isZero(xs[1]) || name === "pow" && isZero(xs[0]) && xs[1].n < 0n) { return tree; }
    return ["num", name === "pow" ? power(xs[0], Number(xs[1].n)) : known(...xs)];
  }
  const asInteger = ([kind, x]) => must(kind === "num" && x.d === 1n && abs(x.n) < 100000n,
    "an index, a size or an end of a range is no integer") && Number(x.n);
  const product = (a, b) => b[0] === "matmul" ? ["matmul", product(a, b[1]), b[2]] : ["matmul", a, b];
  const bind = (sizes, indices) => ({ ...sizes, integers: new Map([...sizes.integers, ...indices]) });
  const fromTo = (first, end) => range(end - first + 1).map((k) => first + k);
  const span = (low, high, sizes) => fromTo(...[low, high].map((side) => asInteger(instantiate(side, sizes))));
  function instantiate(tree, sizes) { // put in the integers, unroll families, fold what consists of numbers
    able(++nodes <= MAX_NODES, "the text has too many cases");
    const [kind, name, ...rest] = tree;
    if (kind === "num") { return tree; }
    if (kind === "name") { return sizes.integers.has(name) ? ["num", integer(sizes.integers.get(name))] : tree; }
    if (kind === "part") {
      const [top, bottom] = rest.map((end) => asInteger(instantiate(end, sizes)));
      const layers = range(top - bottom + 1).map((k) => ["name", name + "_" + (top - k)]), widths = sizes.families.get(name) || [];
      must([top, bottom - 1].every((layer) => layer in widths), name + " has no such layers");
      return layers.length ? layers.reduce(product) : ["call", "I", ["num", integer(widths[top])]];
    }
    if (kind === "over") { return unrolled(name, ...rest, sizes); }
    if (kind === "call") {
      able(!ofFamily(rest, sizes), name + "(...) of a family of layers");
      return fold([kind, name, ...rest.map((part) => instantiate(part, sizes))]);
    }
    const parts = tree.slice(1).map((part) => instantiate(part, sizes));
    return kind === "matmul" ? product(...parts) : fold([kind, ...parts]);
  }
  function unrolled(name, index, low, high, body, sizes) {
    const all = span(low, high, sizes).map((k) => instantiate(body, bind(sizes, [[index, k]])));
    const kind = { sum: "add", product: "mul" }[name];
    if (!all.length) { return able(name === "product", name + "(...) over an empty range") && ["num", ONE]; }
    if (name === "prod") { return all.reverse().reduce(product); } // the factor with the largest index comes first
    return kind || all.length === 1 ? all.reduce((a, b) => fold([kind, a, b])) : fold(["call", name, ...all]);
  }
  function cases(ranges, sizes) { // all values of the indices of quantifiers, as lists [index, value]
    if (!ranges.length) { return [[]]; }
    const [[index, low, high], ...rest] = ranges;
    return span(low, high, sizes).flatMap((k) => cases(rest, bind(sizes, [[index, k]])).map((more) => [[index, k], ...more]));
  }
  const relationAt = ([op, left, right], indices, sizes) =>
    [op, instantiate(left, bind(sizes, indices)), instantiate(right, bind(sizes, indices))];
  const instances = (clause, sizes) =>
    clause.links.flatMap((link) => cases(clause.ranges, sizes).map((indices) => relationAt(link, indices, sizes)));
  const named = ([op, left, right]) => written(left) + " " + op + " " + written(right);

  function ruleOf(rules, name, count) { // what is done, and how each of so many arguments is read
    const [rule, ...kinds] = own(rules, name + "/" + count) || own(rules, name) || [], fewest = kinds.length - 1;
    const many = able(rule, "the word " + name) && last(kinds) === "*"; // any number of the kind before
    must(many ? count >= fewest : count === kinds.length, name + "(...) has other arguments");
    return [rule, ...range(count).map((k) => kinds[many ? Math.min(k, fewest - 1) : k])];
  }
  const ofFamily = (parts, sizes) => parts.some(([kind, word]) => kind === "name" && sizes.families.has(word));
  function readable(trees, names, sizes, ranges = []) { // names stand for something, also where nothing is evaluated
    for (const [index, ...ends] of ranges) { readable(ends, names, sizes), names = new Set([...names, index]); }
    for (const [kind, word, ...rest] of trees) {
      const parts = rest.filter(Array.isArray);
      if (word === "width" && rest.length === 2 && ofFamily([rest[0]], sizes)) { readable([rest[1]], names, sizes); continue; }
      if (kind === "call") { able(!ofFamily(parts, sizes), word + "(...) of layers") && ruleOf(RULES, word, rest.length); }
      must(kind !== "part" || sizes.families.has(word), word + " has no such layers");
      must(kind !== "name" || names.has(word), word + " has no value");
      if (kind === "over") { readable([rest[3]], names, sizes, [rest.slice(0, 3)]); continue; }
      readable(Array.isArray(word) ? [word, ...parts] : parts, names, sizes);
    }
  }

  // ---- values of trees at one instance; eigenvalues that a witness lists are compared with those found here

  class Scene {
    constructor(values, witnesses) { // without witnesses none is asked for
      this.witnesses = witnesses && new Map(Object.entries(witnesses));
      Object.assign(this, { values, rules: RULES, used: new Set(), seen: new Set(), kept: new Map() });
    }
    value(tree) {
      const [kind, a, b] = tree;
      if (kind === "num") { return a; }
      if (kind === "name") { return this.values.get(a) || able(a !== "pi", "pi") && stop("refused", a + " has no value"); }
      if (kind === "T") { return transpose(this.read("matrix", a)); }
      if (kind === "matmul") { return times(this.read("matrix", a), this.read("matrix", b)); }
      if (kind === "neg") { return entrywise(neg, this.value(a)); }
      if (kind === "pow") { return able(b[0] === "num", "such an exponent") && this.power(this.read("quantity", a), b[1]); }
      if (kind !== "call") { return combined(kind, this.value(a), this.value(b)); }
      if (!this.kept.has(tree)) { this.kept.set(tree, this.call(a, tree.slice(2))); }
      return tick() && this.kept.get(tree);
    }
    power(base, exponent) {
      able(exponent.d <= 64n && abs(exponent.n) <= 100n, "a power that is no short fraction");
      const order = Number(exponent.d);
      return entrywise((x) => power(order === 1 ? x : root(x, order), Number(exponent.n)), base);
    }
    call(name, args) {
      const [rule, ...kinds] = ruleOf(this.rules, name, args.length);
      return rule(this, ...args.map((arg, k) => this.read(kinds[k], arg)));
    }
    read(kind, tree) {
      if (kind === "tree" || kind === "integer") { return kind === "tree" ? tree : asInteger(tree); }
      const value = this.value(tree);
      return must(FORMS[kind](value), "of form " + kind + " an argument was expected") && value;
    }
    entry(xs, tree) { // at an index counted from 1
      const at = this.value(tree), fits = must(isRational(at), "an index is no rational number") && at.d === 1n;
      return fits && xs[Number(at.n) - 1] || stop("undefined", "there is no entry " + shown(at));
    }
    eigenvalues(tree) { // descending, of a matrix that must be symmetric as a value
      const a = this.read("square", tree), orders = entries(entrywise(compare, a, transpose(a)));
      if (orders.some((order) => order)) { stop("undefined", "a matrix that must be symmetric is not"); }
      return orders.includes(null) ? stop("undecided", "whether a matrix is symmetric") : this.spectrum("lam", tree, a);
    }
    singular(tree) { // descending
      const squares = this.spectrum("gram", tree, gram(this.read("matrix", tree)));
      return squares.map((x) => sqrt(isRational(x) || x.lo > 0n ? x : new Interval(0n, greatest([x.hi, 0n]))));
    }
    spectrum(word, tree, a) {
      if (a.cols === 1) { return [a.rows[0][0]]; }
      const values = exact(a) && eigenvalues(a), name = word + "(" + written(tree) + ")";
      const matter = bits + canonical(a.rows.map((row) => row.map(fraction))); // one name is enough for a matrix
      if (this.witnesses && !this.seen.has(matter)) {
        require(this.witnesses.has(name), "the certificate has no witness for " + name);
        const given = conform(this.witnesses.get(name), [line], "a witness");
        const fits = given.every((text, k) => values[k] && agrees(text, values[k]));
        require(fits && given.length === a.cols, "the witness for " + name + " is not what it says");
        this.used.add(name);
        this.seen.add(matter);
      }
      return values;
    }
  }
  const isVector = (x) => isMatrix(x) && x.cols === 1, quantity = (x) => !isMatrix(x) || x.cols === 1;
  const FORMS = { matrix: isMatrix, square: (x) => isMatrix(x) && isSquare(x), vector: isVector, quantity }; // of arguments
  function agrees(text, x) { // whether a word of a witness, p/q or a decimal, says where an eigenvalue is
    const given = readNumber(text, "a witness", 4000), places = (text.split(".")[1] || "").length;
    if (RATIONAL.test(text)) { return isRational(x) && compare(x, given) === 0; }
    must(places && !/e/i.test(text), "an eigenvalue must be 'p/q' or have digits behind the point");
    const order = compare(absolute(sub(x, given)), rational(1n, 10n ** BigInt(places)));
    return order === null ? stop("undecided", "whether a witness is true") : order <= 0;
  }
  function combined(kind, a, b) { // matrices that are no vectors are added, and scaled by numbers, alone
    const [wide, other] = [a, b].map((x) => isMatrix(x) && x.cols !== 1), both = isMatrix(a) && isMatrix(b);
    const known = !wide && !other || (both ? kind === "add" : kind === "mul" || kind === "div" && wide);
    must(known, "matrices are added to matrices, multiplied with @ and scaled by numbers");
    return entrywise(ARITHMETIC[kind], a, b);
  }
  function condition(values) {
    const left = values.filter((x) => sign(x) !== 0), lowest = last(left) || stop("undefined", "the condition number of zero");
    return sign(lowest) === 1 ? divide(left[0], lowest) : stop("undecided", "whether a singular value is zero");
  }
  const extreme = (pick) => (_, ...values) => {
    const xs = values.length === 1 ? listed(values[0]) : values;
    return must(xs.length && !xs.some(isMatrix), "max and min take numbers or one vector") && pick(xs);
  };
  const stacked = (_, ...blocks) => must(blocks.every((block) => block.cols === blocks[0].cols), "stacked blocks differ in width")
    && matrix(blocks.flatMap((block) => block.rows));
  const diag = (_, a) => a.cols === 1 ? diagonal(entries(a)) // of order 1 it is the diagonal, too
    : must(isSquare(a), "the diagonal of a matrix that is not square") && column(onDiagonal(a));
  const listed = (x) => isMatrix(x) ? entries(x) : [x];
  const kron = (_, a, b) => matrix(a.rows.flatMap((r) => b.rows.map((s) => r.flatMap((x) => s.map((y) => mul(x, y))))));
  const RULES = { // what is done, and how each argument is read; "name/k" with k arguments
    s: [(scene, a) => column(scene.singular(a)), "tree"],
    "s/2": [(scene, a, i) => scene.entry(scene.singular(a), i), "tree", "tree"],
    lam: [(scene, a) => column(scene.eigenvalues(a)), "tree"],
    "lam/2": [(scene, a, i) => scene.entry(scene.eigenvalues(a), i), "tree", "tree"],
    entry: [(scene, a, i) => scene.entry(entries(a), i), "vector", "tree"],
    smax: [(scene, a) => scene.singular(a)[0], "tree"],
    norm2: [(scene, a) => scene.singular(a)[0], "tree"],
    smin: [(scene, a) => last(scene.singular(a)), "tree"],
    cond: [(scene, a) => condition(scene.singular(a)), "tree"],
    lmax: [(scene, a) => scene.eigenvalues(a)[0], "tree"],
    lmin: [(scene, a) => last(scene.eigenvalues(a)), "tree"],
    rank: [(_, a) => integer(inertia(gram(a))[0]), "matrix"],
    normF: [(_, a) => sqrt(sum(entries(a).map((x) => mul(x, x)))), "matrix"],
    tr: [(_, a) => trace(a), "square"],
    det: [(_, a) => mul(last(characteristic(a)[0]), integer(a.cols % 2 ? -1 : 1)), "square"],
    inv: [(_, a) => inverted(a), "square"],
    maxabs: [(_, a) => largest(entries(a).map(absolute)), "matrix"],
    sqrt: [(_, a) => entrywise(sqrt, a), "quantity"],
    abs: [(_, a) => entrywise(absolute, a), "quantity"],
    diag: [diag, "matrix"],
    sum: [(_, x) => sum(listed(x)), "quantity"],
    prod: [(_, x) => listed(x).reduce(mul), "quantity"],
    cumsum: [(_, a) => column(entries(a).map((_, k, xs) => sum(xs.slice(0, k + 1)))), "vector"],
    max: [extreme(largest), "quantity", "*"],
    min: [extreme(smallest), "quantity", "*"],
    kron: [kron, "matrix", "matrix"],
    I: [(_, n) => identity(n), "integer"],
    unit: [(_, n, k) => must(1 <= k && k <= n, "there is no such unit vector") && column(identity(n).rows[k - 1]), "integer", "integer"],
    vstack: [stacked, "matrix", "*"],
  };

  function judge([op, left, right], scene, what) { // whether a relation holds, and what was compared: [a, b, order]
    for (bits of BITS) {
      try {
        scene.kept.clear();
        const found = sides(op, scene.value(left), scene.value(right)).map(([a, b]) => [a, b, compare(a, b)]);
        const broken = found.some(([, , order]) => order !== null && !HOLDS[op].includes(order));
        if (broken || !found.some(([, , order]) => order === null)) { return [!broken, found]; }
      } catch (error) {
        if (error.answer === "undefined") { stop("not established", what + " has no value at this instance: " + error.message); }
        if (error.answer !== "undecided") { throw error; }
      }
    }
    return stop("cannot", what + " is undecided to " + last(BITS) + " bits");
  }
  function sides(op, a, b) { // numbers, entries of vectors (a number with each), entries of matrices that are equated
    const [first, second] = [a, b].map((x) => isMatrix(x) && x), wide = first || second;
    const equated = first && second && shape(first) === shape(second) && op === "==";
    must(equated || !wide || wide.cols === 1 && (!second || shape(wide) === shape(second)), "a matrix is compared with a number or one of another shape, or put in an order");
    const [xs, ys] = [a, b].map((x) => isMatrix(x) ? entries(x) : range(wide ? wide.rows.length : 1).map(() => x));
    return xs.map((x, k) => [x, ys[k]]);
  }

  // ---- the file

  const RATIONAL = /^-?[0-9]+(\/[0-9]+)?$/, DECIMAL = /^([+-]?[0-9]+)(?:\.([0-9]*))?(?:e([+-]?[0-9]{1,5}))?$/i;
  const line = (value, where) =>
    must(typeof value === "string" && value.length <= 10000 && /^[ -~]*$/.test(value), where + " must be plain text") && value;
  const whole = (value, where) => must(Number.isSafeInteger(value), where + " is no integer") ? value : 0;
  function readNumber(text, where, most = 500) { // p/q or a decimal
    const fits = must(typeof text === "string" && text.length <= most, where + " is no number of at most " + most + " letters");
    const [p, q] = fits && RATIONAL.test(text) ? text.split("/").map(BigInt) : [];
    if (p !== undefined) { return must(q !== 0n, where + " has denominator zero") && rational(p, q); }
    const found = DECIMAL.exec(text) || stop("refused", where + " must be written 'p/q' or be a decimal");
    const [, before, after = "", exponent = 0] = found, places = after.length - Number(exponent);
    const tens = must(abs(BigInt(exponent)) <= 5000n, where + " has too large an exponent") && 10n ** BigInt(Math.abs(places));
    return places > 0 ? rational(BigInt(before + after), tens) : rational(BigInt(before + after) * tens);
  }
  const readRational = (text, where) => must(RATIONAL.test(text), where + " must be written 'p/q'") && readNumber(text, where);
  function enclosure(value, where) { // the two ends of "[m +/- r]", or a point
    const [, middle = "0", radius] = /^\[(?:([^ \]]+) )?\+\/- ([^ \]]+)\]$/.exec(line(value, where)) || [, value, "0"];
    const [m, r] = [middle, radius].map((text) => readNumber(text, where));
    return must(r.n >= 0n, where + " has a negative radius") && [sub(m, r), add(m, r)];
  }
  const numberOrRows = (value, where) => Array.isArray(value) ? conform(value, [[readRational]], where) : readRational(value, where);
  const SIDES = { lhs: enclosure, rhs: enclosure };
  const TEXT = { let: [line], given: [line], claim: [line] };
  const PLACE = { conjunct: whole, indices: { "*": whole } };
  const FIELDS = { // of a violation
    schema: line, kind: line, statement: line, hash: line, digest: line, text: TEXT, dims: { "*": whole },
    values: { "*": numberOrRows }, ...SIDES, precision: whole, given: [{ ...SIDES, ...PLACE }], broken: PLACE,
  };
  const OTHERS = ["denial", "depth", "descent", "flow", "graph", "leap", "ray", "witness"];

  function conform(value, form, where) { // the value, its numbers read; [p] is a list, {"*": p} an object with any names
    if (typeof form === "function") { return form(value, where); }
    const fits = value && typeof value === "object" && Array.isArray(value) === Array.isArray(form);
    must(fits && Object.keys(value).length <= 1000, where + " is no list or object of its form");
    if (Array.isArray(form)) {
      must(form.length === 1 || form.length === value.length, where + " is not of its length");
      return value.map((x, k) => conform(x, form[k % form.length], where));
    }
    const names = Object.keys(form["*"] ? value : form);
    must(canonical(Object.keys(value).sort()) === canonical([...names].sort()), where + " has not the fields " + names.join(", "));
    const read = names.map((name) => [line(name, where), conform(value[name], form["*"] || form[name], where + "." + name)]);
    return Object.fromEntries(read);
  }
  function canonical(value) {
    if (Array.isArray(value)) { return "[" + value.map(canonical).join() + "]"; }
    if (!value || typeof value !== "object") { return JSON.stringify(value); }
    return "{" + Object.keys(value).sort().map((name) => JSON.stringify(name) + ":" + canonical(value[name])).join() + "}";
  }
  async function sha256(text) {
    able(globalThis.crypto && crypto.subtle, "a page that came neither from a file nor over https");
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  async function read(text, hash, id) { // the certificate in a file, its numbers read
    let cert = null;
    try { cert = JSON.parse(text); } catch (error) { stop("refused", "not complete JSON: " + error.message); }
    const compact = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1"); // where JSON.parse forgave, this is another text
    must(text.length <= 1e6 && compact === JSON.stringify(cert), "too long, a key twice, or a number that is no integer");
    must(cert && cert.schema === "lemmata-certificate/3", "the schema is not lemmata-certificate/3");
    able(!("ties" in cert || OTHERS.includes(cert.kind)), "a certificate of the kind " + cert.kind + ("ties" in cert ? " with ties" : ""));
    const { digest, ...body } = cert, more = "witnesses" in cert ? { witnesses: { "*": (value) => value } } : {};
    const out = must(cert.kind === "violation", "the kind is none") && conform(cert, { ...FIELDS, ...more }, "the certificate");
    const lines = Object.keys(TEXT).flatMap((part) => out.text[part].map((text) => part + ": " + text));
    must(out.text.claim.length && /^[A-Za-z0-9._~-]{1,100}$/.test(out.statement), "no claim, or no plain id");
    must(await sha256(canonical(body)) === digest, "the digest does not match: the certificate was altered");
    const hashes = await Promise.all([..."ADITGPLF"].map((letter) => sha256([letter, ...lines].join("\n"))));
    must(hashes.includes(out.hash), "the text is not the one that the hash belongs to");
    return must((!id || id === out.statement) && (!hash || hash === out.hash), "it is about another statement") && out;
  }

  // ---- what a statement declares

  const increase = (...xs) => xs.every((x, k) => !k || compare(xs[k - 1], x) <= 0);
  const DOMAINS = { // which parameters are the rows and columns, how many there are at least and at most, who is a member
    integer: [[], 1, 2, (x, low, high = x) => x.d === 1n && increase(low, x, high)],
    real: [[], 0, 0, () => true],
    positive: [[], 0, 0, (x) => sign(x) > 0],
    interval: [[], 2, 2, (x, low, high) => increase(low, x, high)],
    open_interval: [[], 2, 2, (x, low, high) => increase(low, x, high) && compare(low, x) && compare(x, high)],
    "real(rows, columns)": [[0, 1], 2, 2, () => true],
    nonnegative: [[0, 1], 2, 2, (a) => entries(a).every((x) => sign(x) >= 0)],
    symmetric: [[0, 0], 1, 1, symmetric],
    psd: [[0, 0], 1, 1, (a) => symmetric(a) && inertia(entrywise(neg, a))[0] === 0],
    pd: [[0, 0], 1, 1, (a) => symmetric(a) && inertia(a)[0] === a.cols],
    diagonal: [[0, 0], 1, 1, (a) => same(a, diagonal(onDiagonal(a)))],
    orthogonal: [[0, 0], 1, 1, (a) => same(times(transpose(a), a), identity(a.cols))],
    layers: [[0, 1, 2, 3], 4, 4],
  };
  function declarations(lines) { // [name, domain, parameters] of each line
    const out = lines.map((text) => {
      const [, name, domain, inner] = /^(\w+) = (\w+)(?:\((.*)\))?$/.exec(text) || stop("refused", "cannot read " + text);
      const read = inner ? parse("max(" + inner + ")") : ["call", "max"];
      must(read[0] === "call" && read[1] === "max" && name !== "pi", "cannot read the declaration of " + name);
      return [name, domain === "real" && inner ? "real(rows, columns)" : domain, read.slice(2)];
    });
    must(new Set(out.map(([name]) => name)).size === out.length, "a variable is declared twice");
    return out;
  }
  function readInstance(cert) { // a scene and sizes: every variable declared, given, of its shape and in its domain
    const declared = declarations(cert.text.let), integers = new Map(Object.entries(cert.dims));
    const sizes = { integers, families: new Map(), shapes: new Map() }, wanted = new Map(); // names, and their shapes
    for (const [name, domain, parameters] of declared) {
      const [places, fewest, most] = able(own(DOMAINS, domain), "the domain " + domain) && DOMAINS[domain];
      must(fewest <= parameters.length && parameters.length <= most, "the domain of " + name + " has other parameters");
      const numbers = places.map((k) => asInteger(instantiate(parameters[k], sizes)));
      must(numbers.every((n) => n >= 1 && n <= 6400), name + " is empty, or too large");
      if (domain === "layers") {
        const [depth, first, inner, outer] = numbers, widths = [first, ...range(depth - 1).map(() => inner), outer];
        sizes.families.set(name, widths);
        range(depth).forEach((k) => wanted.set(name + "_" + (k + 1), [widths[k + 1], widths[k]]));
      } else { wanted.set(name, numbers); }
      must((domain === "integer") === integers.has(name), "dims does not hold exactly the integers");
    }
    const values = new Map([...integers].map(([name, n]) => [name, integer(n)]));
    for (const [name, value] of Object.entries(cert.values)) {
      const [rows, cols] = wanted.get(name) || stop("refused", name + " is no variable");
      const fits = rows ? value.length === rows && value.every((row) => row.length === cols) : isRational(value);
      must(fits && !values.has(name), name + " is not of its declared shape, or given twice");
      values.set(name, rows ? matrix(value) : value);
      if (rows) { sizes.shapes.set(name, [rows, cols]); }
    }
    must(values.size === wanted.size, "dims and values do not name exactly the variables");
    const scene = new Scene(values, cert.witnesses || {});
    for (const [name, domain, parameters] of declared.filter(([, domain]) => domain !== "layers")) {
      const numbers = parameters.map((p) => scene.value(instantiate(p, sizes)));
      must(numbers.every(isRational), "the domain of " + name + " has unsuitable parameters");
      require(DOMAINS[domain][3](values.get(name), ...numbers), name + " is not in its domain " + domain);
    }
    return [scene, sizes];
  }

  // ---- what a certificate establishes

  const meets = (pair, recorded) => pair.every(([lo, hi], k) => increase(recorded[k][0], hi) && increase(lo, recorded[k][1]));
  const enclosed = ([a, b]) => [a, b].map((x) => isRational(x) ? [x, x] : scaled(x).map((end) => rational(end, 1n << bits)));
  function hypotheses(cert, scene, sizes) { // each holds at the instance, and what is recorded of them is so
    const known = new Map();
    for (const text of cert.text.given) {
      const clause = parseClause(text), what = "the hypothesis " + text;
      for (const relation of instances(clause, sizes)) {
        const [holds, found] = judge(relation, scene, what);
        known.set(named(relation), require(holds, what + " does not hold at this instance") && found.map(enclosed));
      }
    }
    for (const record of cert.given || []) {
      const [text, , relation] = linked(record, cert.text.given, sizes), found = known.get(named(relation));
      must(found.some((pair) => meets(pair, [record.lhs, record.rhs])), "the recorded enclosures of " + text + " are others");
    }
  }
  function linked({ conjunct, indices }, lines, sizes) { // what a record names: a line, its clause, and the relation
    const links = lines.flatMap((text) => { const clause = parseClause(text); return clause.links.map((link) => [text, clause, link]); });
    const [text, clause, link] = links[conjunct] || stop("refused", "there is no conjunct " + conjunct);
    const same = (one) => canonical(Object.fromEntries(one)) === canonical(indices);
    const at = cases(clause.ranges, sizes).find(same) || stop("refused", "no such indices");
    return [text, clause, relationAt(link, at, sizes)];
  }
  function checkViolation(cert) {
    const [scene, sizes] = readInstance(cert), place = must(cert.precision >= 1, "no precision") && cert.broken;
    for (const { links, ranges } of [...cert.text.given, ...cert.text.claim].map(parseClause)) {
      readable(links.flatMap(([, ...sides]) => sides), new Set([...scene.values.keys(), "pi"]), sizes, ranges);
    }
    hypotheses(cert, scene, sizes);
    const [text, clause, relation] = linked(place, cert.text.claim, sizes), [op] = relation;
    for (const one of instances(clause, sizes)) { judge(one, scene, "a part of the claim"); } // all of them have values
    const [holds, found] = judge(relation, scene, text);
    require(!holds, text + " holds at this instance");
    const broken = found.filter(([, , order]) => order !== null && !HOLDS[op].includes(order));
    const shows = broken.find((pair) => meets(enclosed(pair), [cert.lhs, cert.rhs]));
    must(shows, "the recorded enclosures of the two sides are others");
    const left = [...scene.witnesses.keys()].filter((name) => !scene.used.has(name));
    must(!left.length, "the witness for " + left[0] + " is for nothing in the text");
    return compared(shows) + ", where " + ({ "<=": "≤", ">=": "≥", "==": "=" }[op] || op) + " is claimed";
  }
  const compared = ([a, b, order]) => "left side " + shown(a) + " " + "<=>"[order + 1] + " right side " + shown(b);

  async function limited(work) { // { answer: "established", ... }, or another answer and why
    [deadline, nodes] = [Date.now() + 1000 * SECONDS, 0];
    try { return { answer: "established", ...await work() }; } catch (error) {
      const found = error.answer || "cannot"; // what this script did not foresee, as too deep a recursion
      return { answer: { undefined: "not established", undecided: "cannot" }[found] || found, why: error.message };
    }
  }
  const certificate = (text, hash, id) => limited(async () => {
    const cert = await read(text, hash, id);
    return { statement: cert.statement, says: checkViolation(cert) };
  });
  return { certificate, HOLDS, Scene, bind, compared, conform, instances, isRational, judge, last, limited, matrix, must,
    named, numberOrRows, parse, parseClause, stop }; // the language, for pages that check claims
}());
