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

/** Shows that one waits, after 300 ms. */
export function waiting(element, promise) {
  const timer = setTimeout(() => element.setAttribute('aria-busy', true), 300)
  return promise.finally(() => {
    clearTimeout(timer)
    element.removeAttribute('aria-busy')
  })
}

/** What this browser remembers, if it does. */
export function entry(key, value) {
  try {
    if (value === undefined) return localStorage[key]
    localStorage[key] = value
  } catch {}
}

/** How often something was changed here: listed, edited, deleted, the language. */
export const changes = () => +entry('changes') || 0
export const noteChange = () => entry('changes', changes() + 1)

export function showOffline(isOffline) {
  $('#offline')?.remove()
  if (isOffline) document.body.prepend(make('p', { id: 'offline', className: 'notice', role: 'status' }, text('offline')))
}

/** Lets a password be read while it is typed. */
export function showable(field) {
  const toggle = button('', text('showPassword'), () => {
    const isHidden = field.type === 'password'
    field.type = isHidden ? 'text' : 'password'
    toggle.textContent = text(isHidden ? 'hidePassword' : 'showPassword')
  })
  field.after(toggle)
}

/** Posts a small form without leaving the page. */
export const send = (form, submitter, options) => fetch(form.action, {
  method: 'POST',
  body: new URLSearchParams(new FormData(form, submitter)),
  redirect: 'manual',
  ...options,
})
