(function () {
  "use strict";
  var form = document.querySelector(".filter");
  var rows = [].slice.call(document.querySelectorAll(".row"));
  var papers = [].slice.call(document.querySelectorAll(".paper"));
  var reported = form.querySelector("output");
  var texts = rows.map(function (row) {
    var claim = row.querySelector(".claim");
    return (row.querySelector("summary").textContent + " " + claim.textContent).toLowerCase();
  });
  function ticked(name) {
    return [].slice.call(form.querySelectorAll("input[name=" + name + "]:checked")).map(function (box) { return box.value; });
  }
  function filter() {
    var words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    var verdicts = ticked("v"), marks = ticked("m"), paper = form.elements.p.value, shown = 0;
    rows.forEach(function (row, k) {
      var held = row.dataset.m.split(" ");
      var keep = (!verdicts.length || verdicts.indexOf(row.dataset.v) >= 0) &&
        marks.every(function (mark) { return held.indexOf(mark) >= 0; }) &&
        (!paper || row.parentNode.dataset.p === paper) &&
        words.every(function (word) { return texts[k].indexOf(word) >= 0; });
      row.hidden = !keep;
      shown += keep ? 1 : 0;
    });
    papers.forEach(function (section) { section.hidden = !section.querySelector(".row:not([hidden])"); });
    reported.textContent = shown === rows.length ? "" : shown + " of " + rows.length;
  }
  function reveal() {
    var id = decodeURIComponent(location.hash.slice(1));
    var goal = id && document.getElementById(id);
    if (!goal) { return; }
    if (goal.hidden) { form.reset(); filter(); }
    for (var held = goal; held; held = held.parentElement) {
      if (held.tagName === "DETAILS") { held.open = true; }
    }
    goal.scrollIntoView();
  }
  var packed = document.getElementById("packed"), unpacked = null;
  function unpack() {
    var bytes = Uint8Array.from(atob(packed.content.textContent), function (letter) { return letter.charCodeAt(0); });
    var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text().then(function (text) { return new DOMParser().parseFromString(text, "text/html"); });
  }
  document.addEventListener("toggle", function (event) {
    var how = event.target;
    if (!packed || !how.open || !how.classList.contains("how")) { return; }
    unpacked = unpacked || unpack();
    unpacked.then(function (found) {
      var part = found.getElementById(how.id);
      if (part) { part.removeAttribute("id"); how.append(document.adoptNode(part)); }
    });
  }, true);
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  document.querySelectorAll(".counts a, .tally a").forEach(function (link) {
    link.addEventListener("click", function () {
      form.reset();
      form.querySelectorAll("input[name=v]").forEach(function (box) { box.checked = box.value === link.dataset.v; });
      form.elements.p.value = link.dataset.p || "";
      filter();
    });
  });
  addEventListener("hashchange", reveal);
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("a[href^='#s-']");
    if (link && link.getAttribute("href") === location.hash) { reveal(); }
  });
  filter();
  reveal();
}());
