// The button next to a counterexample: its certificate, which the page holds, is checked when it is pressed.
document.addEventListener("click", async (event) => {
  const button = event.target.closest && event.target.closest("button.recheck");
  if (!button) { return; }
  const [output, text] = ["output", ".certificate"].map((part) => button.parentElement.querySelector(part));
  output.textContent = "…";
  const found = await Recheck.certificate(text.textContent, button.dataset.hash, button.dataset.id);
  output.dataset.answer = found.answer;
  output.textContent = {
    established: "✓ " + found.says + "; every hypothesis holds.",
    cannot: "Not decided in this page: " + found.why + ". The command checks it.",
  }[found.answer] || "✗ " + found.answer + ": " + found.why;
});
