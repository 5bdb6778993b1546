// Without scripts, the page says to print from the browser's menu.
const button = document.querySelector('#print')
button?.addEventListener('click', () => print())
if (button) button.hidden = false
