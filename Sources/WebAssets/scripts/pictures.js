import { $, $$, button, make, say, text, waiting } from './shared.js'
const strip = $('#strip')
const input = $('#images')
const most = 5
const enough = 300 * 1024
const chosen = new Map()
let queue = Promise.resolve()
let changed
export const cells = () => $$('.cell', strip)
const number = (cell) => cells().indexOf(cell) + 1
async function shrink(file, isSquare) {
if (file.size <= enough && !isSquare) return file
const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
let { width, height } = bitmap
if (isSquare) width = height = Math.min(width, height)
let blob
for (const [edge, quality] of [[1920, 0.85], [1600, 0.8], [1280, 0.8], [1280, 0.6], [1280, 0.4]]) {
const scale = Math.min(1, edge / Math.max(width, height))
const canvas = make('canvas', { width: width * scale, height: height * scale })
const context = canvas.getContext('2d')
context.fillStyle = '#fff'
context.fillRect(0, 0, edge, edge)
context.imageSmoothingQuality = 'high'
context.scale(scale, scale)
context.drawImage(bitmap, (width - bitmap.width) / 2, (height - bitmap.height) / 2)
blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
if (blob.size <= enough) break
}
bitmap.close()
return blob.size < file.size || isSquare ? new File([blob], 'picture.jpg', blob) : file
}
function prepare(cell, isSquare) {
const picture = chosen.get(cell)
queue = queue.then(() => shrink(picture.file, isSquare)).catch(() => picture.file)
picture.ready = waiting(cell, queue)
}
function add(file) {
const image = make('img', { src: URL.createObjectURL(file), alt: file.name })
const cell = make('li', { className: 'cell' }, image, make('span', { className: 'badge' }, text('thumbnailBadge')))
const crop = button('crop', '⛶', () => {
const isSquare = cell.classList.toggle('square')
crop.ariaPressed = isSquare
prepare(cell, isSquare)
})
chosen.set(cell, { file })
strip.append(cell)
cell.append(crop)
equip(cell)
prepare(cell)
}
function equip(cell) {
const remove = $('.remove', cell) ?? button('remove', '×')
remove.type = 'button'
remove.onclick = () => {
const n = number(cell)
cell.remove()
renew('pictureRemoved', n)
const other = cells()[n - 1] ?? cells().at(-1)
;(other ? $('.remove', other) : input).focus()
}
$('img', cell).draggable = false
cell.append(button('move', '', () => move(cell, number(cell) > 1 ? -1 : 1)), remove)
}
function move(cell, step) {
const other = cells()[number(cell) - 1 + step]
if (!other) return
other[step < 0 ? 'before' : 'after'](cell)
renew('pictureMoved', number(cell))
$('.move', cell).focus()
}
function renew(key, n) {
const all = cells()
all.forEach((cell, index) => {
for (const one of $$('button', cell)) one.ariaLabel = text(one.className + 'Picture', { n: index + 1 })
$('.move', cell).textContent = index ? '‹' : '›'
})
input.disabled = all.length >= most
if (key) say(text(key, { n, total: all.length }))
changed(key)
}
export async function fill(data) {
const order = []
let kept = 0
data.delete('images')
for (const cell of cells()) {
const picture = chosen.get(cell)
order.push(picture ? `n${order.length - kept}` : `k${kept++}`)
if (picture) data.append('images', await picture.ready)
}
data.set('order', order)
}
export function begin(onchange) {
changed = onchange
cells().forEach(equip)
renew()
input.addEventListener('change', () => {
const files = [...input.files]
const room = most - cells().length
files.slice(0, room).forEach(add)
input.value = ''
if (files.length > room) renew('tooManyPictures', most)
else renew('pictureAdded', cells().length)
})
strip.addEventListener('keydown', (event) => {
const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
if (!step) return
event.preventDefault()
move(event.target.closest('.cell'), step)
})
let timer
let lifted = null
strip.addEventListener('pointerdown', ({ target, pointerType }) => {
const cell = target.matches('img') && target.closest('.cell')
if (cell) timer = setTimeout(() => (lifted = cell).classList.add('lifted'), pointerType === 'mouse' ? 0 : 250)
})
addEventListener('pointermove', ({ clientX, clientY, movementX }) => {
if (!lifted) return Math.abs(movementX) > 2 && clearTimeout(timer)
const over = document.elementFromPoint(clientX, clientY)?.closest('.cell')
if (!over || over === lifted) return
const side = number(over) < number(lifted) ? 'previous' : 'next'
over[side === 'next' ? 'after' : 'before'](lifted)
;(lifted[side + 'ElementSibling'] ?? lifted).scrollIntoView({ block: 'nearest', inline: 'nearest' })
})
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => {
clearTimeout(timer)
if (!lifted) return
lifted.classList.remove('lifted')
renew('pictureMoved', number(lifted))
lifted = null
})
for (const other of ['touchmove', 'contextmenu']) {
strip.addEventListener(other, (event) => lifted && event.preventDefault(), { passive: false })
}
}
