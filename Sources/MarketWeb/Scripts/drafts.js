import './store.js'
import { $, $$, entry, isSure, make, say, text } from './shared.js'
import { arrange, choose, pictures, show } from './pictures.js'

const { drafts } = self
const form = $('#listing-form')
const { elements } = form
/** What the form is for: `new`, or the id of the edited product. */
const kind = form.getAttribute('action').split('/')[2] ?? 'new'
// Passwords are never stored, and tokens end before a draft does.
const never = /^(password|secret|csrf|key|ticket|kept|order|from|images|overwrite|remove)$/
const life = 30 * 86_400_000
const most = 5
/** Each form has a draft of its own, so that none overwrites another, in no tab. */
const newKey = () => `${kind} ${Math.random()}`
let key = newKey()
let timer
let hasEnded = false
let isTouched = false
let hasFailed = false

/** What a draft holds of the form. */
const content = () => ({
  fields: [...elements].filter(({ name }) => name && !never.test(name)).map(({ name, value }) => [name, value]),
  pictures: pictures(),
})

/** Stores the form, and whether just this is being sent. */
export async function save(isSent) {
  timer = clearTimeout(timer)
  if (hasEnded) return
  try {
    await drafts.write(key, { at: Date.now(), ...content(), isSent, id: elements.key?.value })
  } catch {
    if (!hasFailed) say(text('draftNotKept'))
    hasFailed = true
  }
}

/** Stores the form soon. */
export function changed() {
  isTouched = true
  clearTimeout(timer)
  timer = setTimeout(save, 400)
}

/** Forgets the draft of a form that has been sent. */
export function end() {
  hasEnded = true
  clearTimeout(timer)
  // Noted at once: the page may be closed before the draft is removed.
  entry('sent', key)
  return drafts.remove(key).catch(() => {})
}

function put(name, value) {
  const field = elements[name]
  if (!field || field.value === value) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

// The version, and what was there before, are others after each edit. Only pictures that the market has are words.
const comparable = ({ fields, pictures }) =>
  JSON.stringify([fields.filter(([name]) => !/^(was-|version)/.test(name)), pictures])
let asSaved

/** Whether a draft isn't needed any more. The market knows what it has listed or saved, although its answer got lost. */
async function isOver(draft, key) {
  const { at, isSent, id } = draft
  if (Date.now() - at > life || entry('sent') === key) return true
  if (!isSent) return
  if (kind !== 'new') return comparable(draft) === asSaved
  const { url } = await fetch(`/products/new?key=${id}`, { signal: AbortSignal.timeout(5000) }).catch(() => ({}))
  return /\/products\/\d+$/.test(url)
}

/** Returns what is stored for a kind of form, the latest first, without this form's own draft. */
async function stored(kind) {
  const found = []
  try {
    for (const one of await drafts.keys()) {
      if (one === key || one.split(' ')[0] !== kind) continue
      const draft = await drafts.read(one)
      // Another tab may have removed it meanwhile.
      if (draft && (await isOver(draft, one))) await drafts.remove(one)
      else if (draft) found.push({ ...draft, key: one, name: new Map(draft.fields).get('name') || text('unnamed') })
    }
  } catch {}
  return found.sort((one, other) => other.at - one.at)
}

/** Goes on with a draft. What has been begun here stays another one. */
async function proceed(old) {
  offered.remove()
  // In another tab it may have been sent or discarded meanwhile.
  const draft = await drafts.read(old)
  if (draft) {
    if (timer) await save()
    key = newKey()
    isTouched = true
    if (draft.id) elements.key.value = draft.id
    for (const [name, value] of draft.fields) put(name, value)
    await arrange(draft.pictures)
    await save(draft.isSent)
    if (!hasFailed) await drafts.remove(old)
  }
  await list()
}

/** Adds what was shared to what is there. */
function add({ fields, pictures }) {
  for (const [name, value] of fields) {
    put(name, [elements[name].value, value].filter(Boolean).join(name === 'name' ? ' ' : '\n'))
  }
  if (pictures.length) choose(pictures)
}

const focus = (preventScroll) => $('.field input', form).focus({ preventScroll })

const copyOf = (template) => $(template).content.firstElementChild.cloneNode(true)

const offered = copyOf('#drafts')

/** Offers the drafts of before, and of other tabs. Returns their keys. */
async function list() {
  const found = await stored(kind)
  for (const { key, name } of found.splice(most)) {
    await drafts.remove(key)
    say(text('draftRemoved', { n: most, name }))
  }
  $('ul', offered).replaceChildren(...found.map((draft) => {
    const row = copyOf('#draft')
    const picture = draft.pictures.flat().find(({ size }) => size)
    if (picture) show($('img', row), picture)
    $('b', row).textContent = draft.name
    $('small', row).textContent =
      new Date(draft.at).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
    const [go, discard] = $$('button', row)
    for (const one of [go, discard]) one.ariaLabel = `${one.textContent}: ${draft.name}`
    go.onclick = () => proceed(draft.key).then(() => focus())
    discard.onclick = async () => {
      if (!(await isSure(draft.name))) return
      await drafts.remove(draft.key)
      await list()
      focus(true)
    }
    return row
  }))
  if (found.length) form.before(offered)
  else offered.remove()
  return found.map(({ key }) => key)
}

/** Offers drafts, and what was shared from another app or site. */
export async function offer() {
  asSaved = comparable(content())
  addEventListener('visibilitychange', () => document.hidden ? timer && save() : list())
  const keys = await list()
  const [shared] = await stored('shared')
  if (!shared || kind !== 'new') return
  const card = copyOf('#shared')
  $('.what', card).append(...shared.fields.map(([, value]) => make('p', { className: 'newer' }, value)),
    ...shared.pictures.flatMap((file) => {
      const image = make('img', { alt: file.name })
      show(image, file)
      return [image, ' ']
    }))
  for (const one of $$('button', card)) one.onclick = async () => {
    card.remove()
    drafts.remove('shared')
    if (one.value) {
      // It is added to the draft, unless there are several, or something else was begun meanwhile.
      if (!isTouched && keys.length === 1) await proceed(keys[0])
      add(shared)
    }
    focus(!one.value)
  }
  $('h1').after(card)
}
