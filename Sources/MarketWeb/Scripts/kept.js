import './store.js'
import { $, $$, entry, isSure, make, parsed, say, text } from './shared.js'

/** The keys in the browser's storage, and how many products each holds: [id with price, name], the latest first. */
const most = { favorites: 300, viewed: 30 }
const idOf = (product) => parseInt(product)

const kept = (key) => entry(key) ?? []

/** Puts a product first, or removes it. Returns whether the browser has stored that. */
function store(key, product, isKept = true) {
  const others = kept(key).filter(([one]) => idOf(one) !== idOf(product[0]))
  return entry(key, isKept ? [product, ...others].slice(0, most[key]) : others)
}

const isFavorite = (product) => kept('favorites').some(([one]) => idOf(one) === idOf(product))

function show(heart) {
  heart.ariaPressed = isFavorite(heart.dataset.product)
}
const showHearts = () => $$('.heart').forEach(show)

/** Adds a heart to the row of a product. */
export function addHeart(row) {
  const { id, price = '' } = row.dataset
  const name = $('.name', row).textContent
  const heart = make('button', { type: 'button', className: 'heart', ariaLabel: text('favorite', { name }) })
  Object.assign(heart.dataset, { product: `${id}-${price}`, name })
  show(heart)
  row.append(heart)
}

addEventListener('click', (event) => {
  const heart = event.target.closest?.('.heart')
  if (!heart) return
  event.preventDefault()
  const { product, name } = heart.dataset
  if (!store('favorites', [product, name], !isFavorite(product))) say(text('notKept'))
  showHearts()
})
addEventListener('storage', showHearts)
// The page may have been shown before this script came.
addEventListener('pageshow', showHearts)
showHearts()

async function fetchRows(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(20000) })
  if (!answer.ok) throw answer
  return [...parsed(await answer.text()).body.children]
}

/** Returns the rows of kept products as they are now; the market forgets which were asked for. */
async function fetchKept(path, products) {
  const rows = []
  for (let start = 0; start < products.length; start += 50) {
    const part = products.slice(start, start + 50).map(([product]) => product)
    rows.push(...(await fetchRows(`${path}?fragment=1&products=${part.join('.')}`)))
  }
  return rows
}
const isThere = (row) => !row.matches('.lost')

const product = $('#favorite')
if (product) store('viewed', [String(idOf(product.dataset.product))])

const list = $('#kept')
const failed = $('.retry')
async function fill() {
  failed.hidden = true
  const { kind, key } = list.dataset
  const products = kept(key)
  try {
    const rows = await fetchKept(kind, products)
    for (const row of rows) {
      const [, name] = products.find(([one]) => idOf(one) === +row.dataset.id)
      if (!isThere(row) && name) $('.name', row).textContent = name
      addHeart(row)
    }
    // What was only looked at isn't missed.
    list.replaceChildren(...rows.filter((row) => key === 'favorites' || isThere(row)))
    $('#none').hidden = list.children.length
  } catch {
    failed.hidden = false
  }
}
if (list) {
  fill()
  $('button', failed).addEventListener('click', fill)
}

/** Fills a strip of products when it comes near. One without products goes, with its title. */
function fillNear(strip, load) {
  new IntersectionObserver(async ([{ isIntersecting }], observer) => {
    if (!isIntersecting) return
    observer.disconnect()
    const rows = await load().catch(() => [])
    strip.hidden = !rows.length
    $('.products', strip).replaceChildren(...rows)
    rows.forEach(addHeart)
  }, { rootMargin: '400px 0px' }).observe(strip)
}

for (const strip of $$('.others')) fillNear(strip, () => fetchRows(strip.dataset.address))
const viewed = $('#viewed')
if (viewed && kept('viewed').length) {
  viewed.hidden = false
  fillNear(viewed, async () => (await fetchKept('/recent', kept('viewed').slice(0, 8))).filter(isThere))
}

// What this device keeps, with buttons that clear it.
for (const row of $$('#stored li')) {
  const { key } = row.dataset
  const isDrafts = key === 'drafts'
  const clear = $('button', row)
  const count = async () => {
    const { length } = isDrafts ? await self.drafts.keys().catch(() => []) : kept(key)
    $('output', row).value = length
    clear.disabled = !length
  }
  clear.hidden = false
  clear.addEventListener('click', async () => {
    if (!(await isSure($('span', row).textContent))) return
    if (isDrafts) await self.drafts.clear().catch(() => {})
    else entry(key, [])
    await count()
  })
  count()
}
