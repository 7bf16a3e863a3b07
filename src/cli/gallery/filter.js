"use strict";
(function () {
  const box = document.getElementById("search"), found = document.getElementById("found");
  const cards = Array.from(document.querySelectorAll("li[data-words]"), function (card) {
    return { card: card, text: (card.dataset.words + " " + card.textContent).toLowerCase() };
  });
  function narrow() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const entry of cards) {
      const fits = words.every(function (word) { return entry.text.includes(word); });
      entry.card.hidden = !fits;
      if (fits) { count += 1; }
    }
    for (const section of document.querySelectorAll("main section")) {
      section.hidden = !section.querySelector("li:not([hidden])");
    }
    found.textContent = words.length ? count + (count === 1 ? " game" : " games") : "";
  }
  box.parentElement.hidden = false;
  box.addEventListener("input", narrow);
  narrow();
})();
