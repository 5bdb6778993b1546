import { $, $$, button, make, noteChange, opensElsewhere, parsed, say, send, showable, text, waiting } from './shared.js'

const inTime = () => ({ signal: AbortSignal.timeout(20000) })

/** Returns the content of a page as without scripts, including error pages, and its status. */
async function fetchMain(href) {
  const answer = await fetch(href, { headers: { Accept: 'text/html' }, ...inTime() })
  return [$('main', parsed(await answer.text())), answer.status]
}

/** Whether the listing has changed since this page was loaded, so that trying again is no use. */
const isOver = (status) => [404, 409, 410].includes(status)

function alarm(place, sentence) {
  place.textContent = sentence
  place.scrollIntoView({ block: 'nearest' })
}

const contact = $('#contact-button')
const problem = make('p', { className: 'error', role: 'alert' })
contact?.addEventListener('click', async (event) => {
  event.preventDefault()
  const [main, status] = await waiting(contact, fetchMain(contact.href)).catch(() => [])
  const shown = main && $('.reach', main)
  if (!shown) {
    contact.before(problem)
    if (isOver(status)) contact.replaceWith(button('button', text('reload'), () => location.reload()))
    else contact.textContent = text('retry')
    return alarm(problem, (main && $('.message p', main))?.textContent ?? text('contactFailed'))
  }
  problem.remove()
  contact.replaceWith(shown)
  shown.tabIndex = -1
  shown.focus()
})

addEventListener('click', ({ target }) => {
  const control = target.closest('.copy')
  if (control) copy(control.previousElementSibling, control.dataset.copied)
})

/** Copies the text of an element, and says so. Where the page may not, it is left selected. */
async function copy(element, done) {
  let isCopied = await navigator.clipboard?.writeText(element.textContent).then(() => true, () => {})
  if (!isCopied) {
    // Without HTTPS there is no clipboard API.
    getSelection().selectAllChildren(element)
    isCopied = document.execCommand('copy')
  }
  say(isCopied ? done : text('failed'))
  return isCopied
}

$('#share')?.addEventListener('click', async () => {
  const url = $('[rel=canonical]').href
  const shared = navigator.share?.({ title: $('h1').textContent, text: $('.detail .price b').textContent, url })
  // The system's sheet says itself what became of it.
  if (await shared?.then(() => true, ({ name }) => name === 'AbortError')) return
  const address = $('.address')
  // What isn't shown can't be selected.
  address.classList.add('shown')
  const isCopied = await copy(address, text('linkCopied'))
  address.classList.toggle('shown', !isCopied)
  address.scrollIntoView({ block: 'nearest' })
})

const menu = $('#more-menu')
const dialog = $('#password-dialog')
let asked
let isSending = false

for (const secret of $$('#password-form [type=password]')) showable(secret)

dialog?.addEventListener('close', () => {
  asked = null
  $('summary', menu).focus()
})
// An on-screen keyboard covers half of the window.
addEventListener('resize', () => dialog?.open && document.activeElement.scrollIntoView({ block: 'nearest' }))
addEventListener('pointerdown', ({ target }) => {
  if (menu?.open && !menu.contains(target)) menu.open = false
})
// What was tapped in the menu isn't wanted any more once it is closed.
menu?.addEventListener('toggle', () => menu.open || (asked = null))

for (const link of $$('#more-menu a[href*="/products/"]')) {
  link.addEventListener('click', (event) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    ask(link)
  })
}

async function ask(link, control = link) {
  const mine = (asked = {})
  const [main] = await waiting(control, fetchMain(link.href)).catch(() => [])
  if (asked !== mine) return
  const form = main && $('#password-form', main)
  if (form) return open(form)
  if (main) return location.assign(link.href)
  const alert = make('p', { className: 'error', role: 'alert' })
  const again = button('primary', text('retry'), () => ask(link, again))
  const cancel = button('', text('cancel'), () => dialog.close())
  present(alert, make('p', { className: 'actions' }, again, cancel))
  alarm(alert, text('noConnection'))
}

function present(...content) {
  dialog.replaceChildren(...content)
  menu.open = false
  dialog.open || dialog.showModal()
}

function open(form) {
  const { password } = form.elements
  $('.cancel', form).addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    const sent = send(form, null, { headers: { Accept: 'application/json' }, ...inTime() })
    const read = async (answer) => ({ ok: answer.ok, ...(await answer.json()) })
    const answer = await waiting(form, sent.then(read)).catch(() => ({}))
    isSending = false
    if (answer.ok) return finish(form, answer)
    if (isOver(answer.status)) return conclude(answer.message, () => location.reload())
    if (password) password.ariaInvalid = 'message' in answer
    if (answer.message) password?.select()
    $('[type=submit]', form).textContent = text('retry')
    alarm($('.error', form), answer.message ?? text('noConnection'))
  })
  if (password) showable(password)
  present(form)
  ;(password ?? $('[type=submit]', form)).focus()
}

function finish(form, { location: path, message }) {
  // The password makes the page another one, too.
  noteChange()
  if (form.dataset.kind !== 'delete') {
    dialog.close()
    return location.assign(path)
  }
  conclude(message, () => $('.back').click())
}

/** Says the last word of the dialog. */
function conclude(message, onclose) {
  dialog.addEventListener('close', onclose)
  const okay = button('button primary', text('okay'), () => dialog.close())
  dialog.ariaLabel = message
  dialog.replaceChildren(make('p', {}, message), okay)
  okay.focus()
}
