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

export const say = (sentence) => $('#status').replaceChildren(make('span', {}, sentence))

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

/** Reads or writes a value in the storage of the browser, or of this tab, if it is available. */
export function entry(key, value, store = 'localStorage') {
  try {
    if (value === undefined) return window[store][key]
    return (window[store][key] = value)
  } catch {}
}

/** Reads or keeps the last value of a field, as the only one of a list. */
export function last(field, value) {
  if (value !== undefined) return entry(field, JSON.stringify(value ? [value] : []))
  try {
    return JSON.parse(entry(field))[0]
  } catch {}
}

/** Stores values in the state of this history entry. */
export const remember = (facts) => history.replaceState({ ...history.state, ...facts }, '')

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
export const changes = () => +entry('changes') || 0
export const noteChange = () => entry('changes', changes() + 1)

export function showOffline(isOffline) {
  $('#offline')?.remove()
  if (!isOffline) return
  // A device that is online got no answer from the market, or from a proxy before it.
  const sentence = text(navigator.onLine ? 'unreachable' : 'offline')
  $('header').append(make('p', { id: 'offline', role: 'status' }, sentence))
}

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
