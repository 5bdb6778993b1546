import { $, $$, button, finish, last, make, noteChange, parsed, showable, text } from './shared.js'
import { amountIn, groupWhileTyping } from './amounts.js'
import { changed, end, offer, save as keep } from './drafts.js'
import { begin, cells, fill, mark } from './pictures.js'

const form = $('#listing-form')
const isNew = form.dataset.kind === 'new'
const { elements } = form
const fields = $$('.field [name]:not([type=hidden])', form)
const submit = $('#submit')
const actions = submit.parentNode
const bar = $('#upload')
// A product without pictures may be saved without any.
const needsPicture = isNew || cells().length
/** Milliseconds without progress after which the user is told, and further ones after which the upload is given up. */
const waits = [2500, 30_000]

let isTouched = false
const plain = (field, value) => (field.inputMode ? value.replaceAll(',', '') : value)
const original = (field) =>
  elements[`was-${field.name}`]?.value ?? field.defaultValue ?? $('[selected]', field)?.value ?? ''
const isChanged = (field) => plain(field, field.value) !== plain(field, original(field))
addEventListener('beforeunload', (event) => {
  if (isTouched || fields.some(isChanged)) event.preventDefault()
})

/** Counts as the server does: a syllable is one character, however it was typed. */
const lengthOf = (name) => (name === 'images' ? cells() : [...elements[name].value.normalize()]).length

function review() {
  for (const counter of $$('.counter', form)) {
    const { for: name, max } = counter.dataset
    counter.textContent = `${lengthOf(name)} / ${max}`
    counter.classList.toggle('over', lengthOf(name) > max)
  }
  if (!isNew) for (const field of fields) field.classList.toggle('changed', isChanged(field))
}

function complain(name, sentence = '') {
  const place = $(`#${name}-error`)
  if (place) place.textContent = sentence
  if (elements[name]) elements[name].ariaInvalid = sentence ? true : null
  return sentence && elements[name]
}

const amount = (name) => amountIn(elements[name].value, /price|discount/.test(name) ? elements.currency.value : 'pieces')

/** Returns why a field can't be sent, as the name of its message. */
function problem(field) {
  const { name, value } = field
  if (!isNew && !isChanged(field)) return
  if (!value.trim()) return field.required && 'missing'
  if (lengthOf(name) < field.minLength) return 'tooShort'
  if (lengthOf(name) > $(`[data-for=${name}]`)?.dataset.max) return 'tooLong'
  // The server reads the words for a price of 0.
  if (/나눔|무료|free/i.test(value) || !field.inputMode) return
  const { problem, amount: minor } = amount(name)
  if (minor < field.dataset.least || minor > field.dataset.most) return 'outOfBounds'
  return problem ?? (name === 'discount' && minor > amount('price').amount && 'discountAbovePrice')
}
const sentence = (field) => text(`${field.name}.${problem(field)}`)

function show(field) {
  field.focus({ preventScroll: true })
  field.closest('.field, .pictures').scrollIntoView({ block: 'center' })
}

function check() {
  const images = complain('images', cells().length || !needsPicture ? '' : text('images.tooFew'))
  const first = [images, ...fields.map((field) => complain(field.name, sentence(field)))].find(Boolean)
  if (first) show(first)
  return !first
}

/** Shows a message at the button, where the user is looking. */
function tell(...words) {
  const place = $('#form-error')
  place.replaceChildren(...words)
  place.hidden = !words.length
  if (place.hidden) return
  actions.before(place)
  place.focus({ preventScroll: true })
  for (const one of [actions, place]) one.scrollIntoView({ block: 'nearest' })
}

let isComposing = false
form.addEventListener('compositionstart', () => (isComposing = true))
form.addEventListener('compositionend', () => (isComposing = false))
form.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (key !== 'Enter' || !target.matches('.field input')) return
  event.preventDefault()
  // In Safari only the key code tells that Enter has ended the composition of a syllable.
  if (event.isComposing || event.keyCode === 229) return
  const all = $$('.field :is(input, textarea):not([type=hidden])', form)
  const next = all[all.indexOf(target) + 1]
  next ? next.focus() : form.requestSubmit()
})

// The end of a composition would scroll the button away from under the tap.
submit.addEventListener('mousedown', (event) => event.preventDefault())
const composed = () => isComposing && new Promise((resolve) => {
  form.addEventListener('compositionend', resolve, { once: true })
  setTimeout(resolve, 500)
  document.activeElement.blur()
})

const cancel = button('button cancel', text('cancel'))
bar.after(cancel)
function wait(isWaiting) {
  bar.hidden = cancel.hidden = !isWaiting
  if (isWaiting) cancel.scrollIntoView({ block: 'nearest' })
}
wait(false)

const send = (data) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest()
  let timers = []
  const quiet = (...next) => {
    timers.forEach(clearTimeout)
    timers = next
  }
  const listen = () => quiet(
    setTimeout(() => tell(text('stillWaiting')), waits[0]),
    setTimeout(() => {
      reject('noAnswer')
      request.abort()
    }, waits[1]),
  )
  request.open('POST', form.getAttribute('action'))
  request.setRequestHeader('Accept', 'application/json')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => {
    Object.assign(bar, { max: total, value: loaded })
    listen()
  }
  request.onload = () => resolve(request.response ?? {})
  request.onerror = () => reject('uploadFailed')
  request.onabort = () => resolve()
  request.onloadend = () => quiet()
  cancel.onclick = () => request.abort()
  listen()
  request.send(data)
})

async function save(isRetry) {
  const data = new FormData(form)
  // The button is disabled meanwhile, so the form leaves it out.
  if (submit.name) data.set(submit.name, submit.value)
  if (!(await fill(data))) return
  if (!isNew) for (const field of fields) isChanged(field) || data.delete(field.name)
  keep(true)
  const answer = await send(data)
  if (!answer?.renew || isRetry) return answer
  // The form's token has expired: use the one of a new page.
  const page = await (await fetch(answer.renew)).text()
  elements.csrf.value = $('[name=csrf]', parsed(page)).value
  return save(true)
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (submit.disabled) return
  submit.disabled = submit.ariaBusy = true
  await composed()
  tell()
  if (check()) {
    const timer = setTimeout(wait, 300, true)
    try {
      if (await settle(await save())) return
    } catch (reason) {
      tell(text(reason) || text('uploadFailed'))
    }
    clearTimeout(timer)
    wait(false)
  }
  submit.disabled = false
  submit.ariaBusy = null
})

async function settle(answer) {
  // The user has cancelled the upload.
  if (!answer) return tell()
  const { location: path, message, fields: problems = [], ticket, asksPassword, key, listed } = answer
  if (path) {
    if (isNew) for (const { name, value } of remembered) last(name, value)
    noteChange()
    await end()
    isTouched = fields.length = 0
    finish(path)
    return true
  }
  if (key) elements.key.value = key
  if (ticket) elements.ticket.value = ticket
  if (answer.version) compare(answer)
  const wrong = problems.map(({ name, reason, index }) => mark(index, reason) ?? complain(name, reason)).find(Boolean)
  if (wrong) return show(wrong)
  tell(message || text('saveFailed'), ...(listed ? [' ', make('a', { href: listed }, text('showListing'))] : []))
  if (asksPassword) askPassword()
}

/** Shows concurrent changes of the listing: next to fields that were changed here, and in the others themselves. From
 *  then on the button saves over the version that was shown. */
function compare({ version, newer = {}, taken = {} }) {
  for (const place of $$('.newer', form)) place.textContent = newer[place.id.split('-')[0]] ?? ''
  for (const name in taken) {
    elements[name].value = elements[`was-${name}`].value = taken[name]
    elements[name].dispatchEvent(new Event('input', { bubbles: true }))
  }
  Object.assign(submit, { name: 'overwrite', value: version, textContent: submit.dataset.mine })
}

function askPassword() {
  if (!elements.secret) {
    actions.before($('#again').content)
    fields.push(elements.secret)
    showable(elements.secret)
  }
  elements.secret.focus()
}

for (const field of fields) if (field.inputMode) groupWhileTyping(field)
const remembered = [elements.seller, elements.contact]
// What this device remembers of the last listing.
if (isNew) for (const field of remembered) field.value ||= field.defaultValue = last(field.name) ?? ''
for (const secret of $$('.secret input', form)) showable(secret)
begin((key, problem) => {
  if (key) {
    isTouched = true
    changed()
  }
  complain('images', problem)
  review()
})
form.addEventListener('input', ({ target }) => {
  changed()
  complain(target.name)
  review()
})
form.addEventListener('change', ({ target }) => {
  // What is said of an amount depends on the currency, and of a discount on the price.
  for (const field of fields) {
    if (field.value && (field === target || field.inputMode && field.ariaInvalid)) complain(field.name, sentence(field))
  }
})

// A keyboard must not cover the field in use. A phone's address bar resizes the window, too, and so do two fingers: whoever
// has scrolled the field away with them wants to see something else.
let { height } = visualViewport
visualViewport.onresize = () => {
  const field = $(':focus', form)
  const { top, bottom } = field?.getBoundingClientRect() ?? {}
  if (visualViewport.scale === 1 && bottom > 0 && top < height) field.scrollIntoView({ block: 'nearest' })
  height = visualViewport.height
}
if (!navigator.cookieEnabled) {
  const place = $('#form-error')
  place.textContent = place.dataset.cookies
  place.hidden = false
}
offer()
