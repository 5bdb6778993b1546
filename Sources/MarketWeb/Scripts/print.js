// Without scripts, the page says to print from the browser's menu.
for (const button of document.querySelectorAll('#print')) {
  button.hidden = false
  button.onclick = () => print()
}
