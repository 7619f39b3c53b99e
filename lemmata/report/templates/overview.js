(function () {
  "use strict";
  // a link from when everything was on one page leads on to the page of its paper
  var id = decodeURIComponent(location.hash.slice(1));
  if (/^[rs]-/.test(id)) {
    var goal = id.replace(/^r-/, "s-");
    var known = [].slice.call(document.querySelectorAll(".names a")).filter(function (link) {
      return decodeURIComponent(link.hash.slice(1)) === goal;
    })[0];
    if (known) { location.replace(known.href.replace(/#.*/, "#" + id)); return; }
  }
  var form = document.querySelector(".filter");
  var rows = [].slice.call(document.querySelectorAll(".names > li"));
  var papers = [].slice.call(document.querySelectorAll(".paper"));
  var reported = form.querySelector("output");
  var texts = rows.map(function (row) { return (row.textContent + " " + row.dataset.t).toLowerCase(); });
  function ticked(name) {
    return [].slice.call(form.querySelectorAll("input[name=" + name + "]:checked")).map(function (box) { return box.value; });
  }
  function filter() {
    var words = form.elements.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    var verdicts = ticked("v"), marks = ticked("m"), shown = 0;
    rows.forEach(function (row, k) {
      var keep = (!verdicts.length || verdicts.indexOf(row.dataset.v) >= 0) &&
        (!marks.length || marks.indexOf(row.dataset.m) >= 0) &&
        words.every(function (word) { return texts[k].indexOf(word) >= 0; });
      row.hidden = !keep;
      shown += keep ? 1 : 0;
    });
    papers.forEach(function (section) { section.hidden = !section.querySelector("li:not([hidden])"); });
    reported.textContent = shown === rows.length ? "" : shown + " of " + rows.length;
  }
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  document.querySelectorAll(".counts a").forEach(function (link) {
    link.addEventListener("click", function () {
      form.reset();
      form.querySelectorAll("input[name=v]").forEach(function (box) { box.checked = box.value === link.dataset.v; });
      form.querySelector("input[value=printed]").checked = "v" in link.dataset || "all" in link.dataset;
      filter();
    });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      form.elements.q.focus();
    }
  });
  filter();
}());
