export const $ = (selector, root = document) => root.querySelector(selector)
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]

export const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}
export const button = (className, words, onclick) => make('button', { type: 'button', className, onclick }, words)

const { texts } = JSON.parse($('#page-data').textContent)
export const text = (key, values = {}) => texts[key]?.replace(/{(\w+)}/g, (_, name) => values[name]) ?? ''

export const calm = matchMedia('(prefers-reduced-motion: reduce)')

export const say = (sentence, className = '') => $('#status').replaceChildren(make('span', { className }, sentence))

/** Shows at once that a tap was registered, and after 300 ms that it is being processed. */
export function waiting(element, promise) {
  element.classList.add('pressed')
  const timer = setTimeout(() => element.setAttribute('aria-busy', true), 300)
  return promise.finally(() => {
    clearTimeout(timer)
    element.removeAttribute('aria-busy')
    element.classList.remove('pressed')
  })
}

/** How the browser came to this page. */
export const [visit] = performance.getEntriesByType('navigation')

/** Whether a click on a link opens it elsewhere. */
export const opensElsewhere = (event) => event.ctrlKey || event.metaKey || event.shiftKey

export const parsed = (html) => new DOMParser().parseFromString(html, 'text/html')

/** Asks in a dialog. Returns the value of the button that was tapped, which is empty for the one that changes nothing. */
export async function ask(dialog) {
  dialog.returnValue = ''
  dialog.showModal()
  await new Promise((resolve) => (dialog.onclose = resolve))
  return dialog.returnValue
}

/** Asks before something is gone for good. */
export function isSure(name) {
  const dialog = $('#discard')
  $('h2', dialog).textContent = name
  return ask(dialog)
}

/** Reads a value in the storage of the browser, or of this tab, or writes it. Returns nothing if that isn't possible. */
export function entry(key, value, store = 'localStorage') {
  try {
    if (value === undefined) return JSON.parse(window[store][key])
    return (window[store][key] = JSON.stringify(value))
  } catch {}
}

/** Reads or keeps the last value of a field, as the only one of a list. */
export const last = (field, value) => value === undefined ? entry(field)?.[0] : entry(field, value ? [value] : [])

/** Stores values in the state of this history entry, which may get another address. */
export const remember = (facts, address) => history.replaceState({ ...history.state, ...facts }, '', address)

/** Returns the addresses that led here, the most recent last. */
function trail() {
  const { navigation } = window
  if (!navigation) return history.state?.trail.slice(0, -1) ?? []
  return navigation.entries().slice(0, navigation.currentEntry.index).map(({ url }) => url)
}

/** Returns the most recent previous page that fits, and the number of steps back to it. */
export function pageBefore(fits) {
  // Pages that send no referrer have no address here.
  const pages = trail().map((url) => url && new URL(url))
  const index = pages.findLastIndex((url) => url && fits(url))
  return index >= 0 && { href: pages[index].href, steps: index - pages.length }
}

/** Leaves a completed form: goes back to the page at this address, or replaces the form with it. */
export function finish(address) {
  const { pathname } = new URL(address, location)
  const page = pageBefore((url) => url.pathname === pathname)
  if (page) return history.go(page.steps)
  remember({ trail: trail() })
  location.replace(address)
}

/** The number of changes made here: listed, edited, deleted, the language. */
export const changes = () => entry('changes') ?? 0
export const noteChange = () => entry('changes', changes() + 1)


/** Adds a button that shows a password. */
export function showable(field) {
  const toggle = button('', text('showPassword'), () => {
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    toggle.ariaPressed = isShown
  })
  toggle.ariaPressed = false
  field.after(toggle)
}

/** Posts a small form without leaving the page. */
export const send = (form, submitter, options) => fetch(form.action, {
  method: 'POST',
  body: new URLSearchParams(new FormData(form, submitter)),
  redirect: 'manual',
  ...options,
})
