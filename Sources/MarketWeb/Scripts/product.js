import { $, $$, button, make, noteChange, say, send, text, waiting } from './shared.js'

const options = { headers: { Accept: 'application/json' } }
const read = async (answer) => ({ ok: answer.ok, ...(await answer.json()) })

const contact = $('#contact-button')
contact?.addEventListener('click', (event) => {
  event.preventDefault()
  waiting(contact, fetch(contact.dataset.href, options).then(read)).then((answer) => {
    if (!answer.ok) return say(answer.message)
    const shown = make('p', { className: 'reach', tabIndex: -1 }, answer.contact ?? text('contactNone'))
    contact.replaceWith(shown)
    shown.focus()
  }).catch(() => say(text('contactFailed')))
})

const dialog = $('#password-dialog')
let isAsking = false

for (const link of $$('#more-menu a')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    // The page that asks without scripts has words, token and form.
    waiting(link, fetch(link.href).then((answer) => answer.text()))
      .then((page) => open($('main form', new DOMParser().parseFromString(page, 'text/html'))))
      .catch(() => location.assign(link.href))
  })
}

function open(form) {
  const { password } = form.elements
  $('.cancel', form).addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    const answer = await waiting(form, send(form, null, options).then(read)).catch(() => ({ message: text('failed') }))
    isAsking = false
    if (answer.ok) return finish(form, answer)
    $('.error', form).textContent = answer.message
    password.ariaInvalid = true
    password.select()
    event.submitter.textContent = text('retry')
  })
  dialog.replaceChildren(form)
  $('#more-menu').open = false
  dialog.open || dialog.showModal()
}

function finish(form, { location: path, message }) {
  if (form.dataset.kind === 'edit') {
    dialog.close()
    return location.assign(path)
  }
  noteChange()
  dialog.addEventListener('close', () => $('.back').click())
  const okay = button('button primary', text('okay'), () => dialog.close())
  dialog.replaceChildren(make('p', {}, message ?? ''), okay)
  okay.focus()
}
