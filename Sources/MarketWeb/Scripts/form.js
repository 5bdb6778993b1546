import { $, $$, button, entry, finish, noteChange, say, text } from './shared.js'
import { begin, cells, fill } from './pictures.js'

const form = $('#listing-form')
const isNew = form.dataset.kind === 'new'
const { elements } = form
const fields = $$('.field [name]', form)
const submit = $('#submit')
const bar = $('#upload')
// A product that never had a picture need not get one.
const needsPicture = isNew || cells().length

let isTouched = false
const isChanged = (field) => field.value !== (field.dataset.original ?? field.defaultValue ?? 'KRW')
addEventListener('beforeunload', (event) => {
  if (isTouched || fields.some(isChanged)) event.preventDefault()
})

/** As the server counts: a syllable is one, however it was typed. */
const lengthOf = (name) => (name === 'images' ? cells() : [...elements[name].value.normalize()]).length

function review() {
  for (const counter of $$('.counter', form)) {
    const { for: name, max } = counter.dataset
    counter.textContent = `${lengthOf(name)} / ${max}`
    counter.classList.toggle('over', lengthOf(name) > max)
  }
  if (!isNew) for (const field of fields) field.classList.toggle('unchanged', !isChanged(field))
}

function complain(name, sentence = '') {
  const place = $(`#${name}-error`)
  if (place) place.textContent = sentence
  if (elements[name]) elements[name].ariaInvalid = sentence ? true : null
  return sentence && elements[name]
}

const numberIn = (name) => +elements[name].value.replaceAll(',', '')

function problem(field) {
  const { name, value } = field
  if (!isNew && !isChanged(field)) return
  if (!value.trim()) return field.required && text('missing')
  const n = $(`[data-for=${name}]`)?.dataset.max
  if (lengthOf(name) > n) return text('tooLong', { n })
  if (field.inputMode && isNaN(numberIn(name))) return text('notANumber')
  if (name === 'discount' && numberIn(name) > numberIn('price')) return text('discountAbovePrice')
}

function check() {
  const wrong = [complain('images', cells().length || !needsPicture ? '' : text('missing'))]
  for (const field of fields) wrong.push(complain(field.name, problem(field) || ''))
  const first = wrong.find(Boolean)
  first?.focus()
  return !first
}

function tell(sentence = '') {
  const place = $('#form-error')
  place.textContent = sentence
  place.hidden = !sentence
}

let isComposing = false
form.addEventListener('compositionstart', () => (isComposing = true))
form.addEventListener('compositionend', () => (isComposing = false))
form.addEventListener('keydown', (event) => {
  // In Safari only the code tells.
  if (event.key === 'Enter' && (event.isComposing || event.keyCode === 229)) event.preventDefault()
})

// A syllable that ends now would scroll the button away from under the tap.
submit.addEventListener('mousedown', (event) => event.preventDefault())
const composed = () => isComposing && new Promise((resolve) => {
  form.addEventListener('compositionend', resolve, { once: true })
  setTimeout(resolve, 500)
  document.activeElement.blur()
})

const cancel = button('button cancel', text('cancel'))
bar.after(cancel)
const wait = (isWaiting) => (bar.hidden = cancel.hidden = !isWaiting)
wait(false)

const send = (data) => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest()
  request.open('POST', form.getAttribute('action'))
  request.setRequestHeader('Accept', 'application/json')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => Object.assign(bar, { max: total, value: loaded })
  request.onload = () => resolve(request)
  request.onerror = reject
  request.onabort = () => resolve()
  cancel.onclick = () => request.abort()
  request.send(data)
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (submit.disabled) return
  submit.disabled = true
  await composed()
  tell()
  if (check()) {
    const timer = setTimeout(wait, 300, true)
    try {
      const data = new FormData(form)
      await fill(data)
      if (!isNew) for (const field of fields) isChanged(field) || data.delete(field.name)
      if (settle(await send(data))) return
    } catch {
      tell(text('uploadFailed'))
    }
    clearTimeout(timer)
    wait(false)
  }
  submit.disabled = false
})

function settle(request) {
  if (!request) return
  const { location: path, message, fields: problems = [], version } = request.response ?? {}
  if (path) {
    if (isNew) entry('seller', elements.seller.value)
    noteChange()
    isTouched = fields.length = 0
    finish(path)
    return true
  }
  // Who has seen that somebody was faster may save again.
  if (version) elements.version.value = version
  tell(message ?? text('failed'))
  for (const { name, reason } of problems.reverse()) complain(name, reason)?.focus()
}

if (isNew && !elements.seller.value) elements.seller.value = elements.seller.defaultValue = entry('seller') ?? ''
begin((key) => {
  if (key) isTouched = true
  complain('images')
  review()
})
form.addEventListener('input', ({ target }) => {
  complain(target.name)
  review()
})
visualViewport.addEventListener('resize', () => $(':focus', form)?.scrollIntoView({ block: 'nearest' }))
