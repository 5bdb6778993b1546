import { $, $$, ask, make, say, text, waiting } from './shared.js'

const strip = $('#strip')
const inputs = $$('.add input', strip)
const [input] = inputs
const { most, bytes, pixels } = strip.dataset
const enough = 300 * 1024
const inTurn = (last = Promise.resolve()) => (act) => (last = last.then(act, act))
const reading = inTurn()
// One at a time: five decoded images need too much memory for a phone.
const scaling = inTurn()
/** Files beyond the maximum number: they move up when others are refused. */
let spare = []
let problems = []
let changed

export const cells = () => $$('.cell', strip)
const place = (cell) => cells().indexOf(cell)
/** What a draft needs of a picture: the file or token, and of a cropped one the whole picture and the part, too. */
export const pictures = () => cells().map(({ result, whole, square, dataset }) =>
  square ? [result, whole, square] : result ?? dataset.kept).filter(Boolean)

// By the first bytes, as on the server.
const picture = /^(ÿØÿ|‰PNG\r\n\x1a\n|GIF8[79]a|RIFF.{4}WEBP)/s
const heic = /^.{4}ftyp(he[iv][cmsx]|m(if|sf)[12].{4}(.{4})*?he[iv][cmsx])/s
const latin1 = (bytes) => new TextDecoder('latin1').decode(bytes)

export const show = (image, file) => new Promise((resolve) => {
  image.src = URL.createObjectURL(file)
  image.onload = image.onerror = ({ type }) => {
    URL.revokeObjectURL(image.src)
    resolve(type === 'load')
  }
})

async function opened(file) {
  const image = new Image()
  await show(image, file)
  return image
}

/** Returns a copy of a file's bytes: a gallery may change or remove the file at any time. */
async function read(file) {
  try {
    const head = latin1(await file.slice(0, 256).arrayBuffer())
    const isHEIC = heic.test(head)
    if (isHEIC || picture.test(head)) return Object.assign(new File([await file.arrayBuffer()], file.name, file), { isHEIC })
  } catch {
    throw 'pictureUnreadable'
  }
  throw 'notAPicture'
}

/** Returns what to send for a chosen file, or throws the name of a message. */
async function inspect(chosen, cell) {
  const file = await reading(() => read(chosen))
  const image = $('img', cell)
  await show(image, file)
  const size = image.naturalWidth * image.naturalHeight
  // Some browsers can't decode formats that the server can.
  if (!size && !file.isHEIC) throw 'pictureDamaged'
  const whole = size ? await scaling(() => cell.isConnected && scale(file, image)).catch(({ name }) => {
    if (name === 'InvalidStateError' && size < 2e6) throw 'pictureDamaged'
    // The server may have the memory that the phone lacks.
    return file
  }) : file
  if (!whole) return
  if (whole.size > bytes) throw 'pictureTooHeavy'
  if (whole === file && size > pixels) throw 'pictureTooLarge'
  if (!(await show(image, whole))) cell.dataset.name = file.name
  return { result: whole, whole, file: size && (await isTrue()) && file }
}

const encoded = (canvas, quality) => new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

let truth
/** Whether pictures come back from a canvas as they were drawn: some browsers falsify them, against being recognised. */
const isTrue = () => (truth ??= (async () => {
  const context = make('canvas', { width: 128, height: 128 }).getContext('2d')
  for (let grey = 0; grey < 16; grey++) {
    context.fillStyle = '#' + grey.toString(16).repeat(3)
    context.fillRect(8 * grey, 0, 8, 128)
  }
  context.drawImage(await opened(await encoded(context.canvas, 0.85)), 0, 0)
  return context.getImageData(0, 0, 128, 128).data
    .every((value, index) => index % 4 > 2 || Math.abs(value - 17 * ((index >> 5) & 15)) < 8)
})().catch(() => false))

/** Returns a picture, or a square part of it, as small as lists and pages need it. */
async function scale(file, image, part) {
  const { naturalWidth: width, naturalHeight: height } = image
  const isLarge = width * height > pixels
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((error) => {
    // An element needs less memory than a bitmap, but shows half a picture, too.
    if (isLarge) return image
    throw error
  })
  const [left, top, w, h] = part ? [...part, part[2]].map((one) => one * width) : [0, 0, width, height]
  const original = part || isLarge ? { size: Infinity } : file
  let blob = original
  if (blob.size > enough && (await isTrue())) {
    for (const [edge, quality] of [[1920, 0.85], [1600, 0.8], [1280, 0.8], [1280, 0.6], [1280, 0.4]]) {
      if (blob.size <= enough) break
      const factor = Math.min(1, edge / Math.max(w, h))
      const canvas = make('canvas', { width: Math.max(1, w * factor), height: Math.max(1, h * factor) })
      const context = canvas.getContext('2d')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, edge, edge)
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, left, top, w, h, 0, 0, canvas.width, canvas.height)
      blob = await encoded(canvas, quality)
    }
  }
  bitmap.close?.()
  return blob.size < original.size ? new File([blob], file.name, blob) : file
}

async function settled() {
  for (let cell; (cell = cells().find(({ ready }) => ready)); ) await cell.ready
}

/** Adds the pictures to the form data. Returns whether none was refused meanwhile. */
export async function fill(data) {
  const { length } = problems
  await settled()
  const order = []
  let kept = 0
  data.delete('images')
  for (const { result } of cells()) {
    order.push(result ? `n${order.length - kept}` : `k${kept++}`)
    if (result) data.append('images', result)
  }
  data.set('order', order)
  return problems.length === length
}

export async function choose(files) {
  const { length } = cells()
  problems = []
  spare.push(...files)
  take()
  renew()
  await settled()
  renew(spare.length ? 'tooManyPictures' : cells().length > length && 'pictureAdded')
  spare = []
}

/** Shows pictures in this order: what `pictures` has returned. Others are removed. */
export async function arrange(pictures) {
  const known = new Map(cells().map((cell) => [cell.dataset.kept, cell]))
  for (const cell of cells()) cell.remove()
  for (const picture of pictures) {
    if (known.has(picture)) strip.append(known.get(picture))
    else if (typeof picture === 'object') spare.push(picture)
    take()
  }
  await settled()
  renew('pictureAdded')
}

function take() {
  for (const picture of spare.splice(0, most - cells().length)) {
    const [file, whole, square] = [picture].flat()
    const cell = $('#new-cell').content.firstElementChild.cloneNode(true)
    $('img', cell).alt = file.name
    strip.append(cell)
    cell.ready = waiting(cell, inspect(file, cell)).then((found) => {
      Object.assign(cell, found, square && { whole, square, file: whole })
      $('.crop', cell).hidden = !cell.file
    }, (problem) => {
      if (!cell.isConnected) return
      cell.remove()
      take()
      report(text(problem, file) || text('failed'))
    }).finally(() => (cell.ready = null))
  }
}

function report(problem) {
  problems.push(problem)
  renew()
  $('#images-error').scrollIntoView({ block: 'nearest' })
  // Don't move the focus while the user is typing.
  $('.field :focus') ?? input.focus({ preventScroll: true })
}

/** Shows what the server has found wrong with a picture. */
export function mark(index, sentence) {
  const cell = cells()[index]
  cell?.classList.add('wrong')
  if (cell) report(`${$('img', cell).alt}: ${sentence}`)
  return cell
}

function renew(key, n = cells().length) {
  cells().forEach((cell, index) => {
    for (const one of $$('button', cell)) one.ariaLabel = text(one.className + 'Picture', { n: index + 1 })
  })
  for (const one of inputs) one.disabled = cells().length >= most
  if (key) say(text(key, { n, total: cells().length }))
  changed(key, problems.join('\n'))
}

/** Moves the other cells, so that this one keeps the focus, and the finger. */
function put(cell, to) {
  const from = place(cell)
  if (to > from) cell.before(...cells().slice(from + 1, to + 1))
  else cell.after(...cells().slice(to, from))
}

function move(cell, step) {
  put(cell, place(cell) + step)
  renew('pictureMoved', place(cell) + 1)
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

// MARK: Cropping

const dialog = $('#cropper')
const stage = $('.stage', dialog)
const frame = $('.frame', dialog)
const range = $('input', dialog)
const fingers = new Map()
/** The frame and the picture's height, in widths of the picture; the longest side of a frame. */
let x, y, side, height, longest
/** The corner that is dragged, and the one opposite, which stays where it is. */
let corner

const within = (value, low, high) => Math.min(high, Math.max(low, value))
const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1])

function frameAt(newX, newY, length = side) {
  side = length
  x = within(newX, 0, 1 - side)
  y = within(newY, 0, height - side)
  const place = [x, y / height, side / longest].map((one) => 100 * one)
  Object.assign(frame.style, { left: `${place[0]}%`, top: `${place[1]}%`, width: `${100 * side}%` })
  range.value = place[2]
  const [left, top, size] = place.map(Math.round)
  range.ariaValueText = text('cropPlace', { left, top, size })
}

/** Keeps the middle where it is. */
function resize(length) {
  length = within(length, longest / 8, longest)
  frameAt(x + (side - length) / 2, y + (side - length) / 2, length)
}

const point = ({ offsetX, offsetY }) => [offsetX / stage.clientWidth, offsetY / stage.clientWidth]

stage.onpointerdown = (event) => {
  const here = point(event)
  const [right, bottom] = [here[0] > x + side / 2, here[1] > y + side / 2]
  const isNear = far(here, [x + side * right, y + side * bottom]) < 28 / stage.clientWidth
  corner = isNear && [right, bottom, x + side * !right, y + side * !bottom]
  stage.setPointerCapture(event.pointerId)
  fingers.set(event.pointerId, here)
}
stage.onlostpointercapture = (event) => fingers.delete(event.pointerId)
stage.onpointermove = (event) => {
  const before = fingers.get(event.pointerId)
  if (!before) return
  const here = point(event)
  fingers.set(event.pointerId, here)
  const other = [...fingers.values()].find((one) => one !== here)
  if (other) resize(side * far(here, other) / far(before, other))
  else if (corner) {
    const [right, bottom, left, top] = corner
    const length = within(Math.max(Math.abs(here[0] - left), Math.abs(here[1] - top)), longest / 8, longest)
    frameAt(left - length * !right, top - length * !bottom, length)
  } else frameAt(x + here[0] - before[0], y + here[1] - before[1])
}
stage.onwheel = (event) => {
  event.preventDefault()
  resize(side * 0.998 ** event.deltaY)
}
const steps = {
  ArrowLeft: [-1, 0, 1], ArrowRight: [1, 0, 1], ArrowUp: [0, -1, 1], ArrowDown: [0, 1, 1],
  '+': [0, 0, 1.1], '=': [0, 0, 1.1], '-': [0, 0, 0.9],
}
range.oninput = () => resize(range.value * longest / 100)
range.onkeydown = (event) => {
  const [right, down, factor] = steps[event.key] ?? []
  if (!factor) return
  event.preventDefault()
  frameAt(x + right / 50, y + down / 50)
  resize(side * factor)
}

/** Asks for a square part of a picture. It is cut from the file that was chosen, so that it loses nothing. */
async function crop(cell) {
  const { whole, square, file } = cell
  const image = $('img', dialog)
  await show(image, whole)
  height = image.naturalHeight / image.naturalWidth
  longest = Math.min(1, height)
  dialog.ariaLabel = $('.crop', cell).ariaLabel
  frameAt(...(square || [(1 - longest) / 2, (height - longest) / 2, longest]))
  const choice = await ask(dialog)
  if (!choice) return
  const next = choice === 'part' && [x, y, side]
  cell.ready = waiting(cell, scaling(async () => next ? scale(file, await opened(file), next) : whole)).then((result) => {
    Object.assign(cell, { result, square: next, ready: null })
    show($('img', cell), result)
    renew('pictureCropped', place(cell) + 1)
  })
}

// A resting finger lifts the picture; a moving one scrolls.
let timer, lifted, began, now, from, extent
const middle = ({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth / 2

/** Moves the picture under the finger. Near an edge, scrolls in the direction of the movement. */
function follow() {
  const { left, right, top } = strip.getBoundingClientRect()
  const { clientX } = now
  const way = clientX - began.clientX
  if (way > 8) strip.scrollLeft += Math.max(0, clientX - right + 40) / 8
  if (way < -8) strip.scrollLeft += Math.min(0, clientX - left - 40) / 8
  const x = clientX - left + strip.scrollLeft
  const distances = cells().map((cell) =>
    Math.hypot(middle(cell) - x, cell.offsetTop + cell.offsetHeight / 2 + top - now.clientY))
  put(lifted, distances.indexOf(Math.min(...distances)))
  lifted.style.translate = `${Math.min(x, extent - lifted.offsetWidth / 1.5) - middle(lifted)}px`
}

function drag() {
  if (!lifted) return
  follow()
  requestAnimationFrame(drag)
}

function drop() {
  clearTimeout(timer)
  if (!lifted) return
  follow()
  lifted.classList.remove('lifted')
  lifted.style.translate = ''
  if (place(lifted) !== from) renew('pictureMoved', place(lifted) + 1)
  lifted = null
}

export function begin(onchange) {
  changed = onchange
  renew()

  for (const one of inputs) one.addEventListener('change', () => {
    choose(one.files)
    one.value = ''
  })
  addEventListener('paste', (event) => {
    const { clipboardData: data } = event
    // Pasted text belongs in the text field.
    if (!data.files.length || (data.getData('text') && event.target.matches('input, textarea'))) return
    event.preventDefault()
    choose(data.files)
  })
  // A drop anywhere must not leave the page.
  for (const type of ['dragover', 'dragleave', 'drop']) addEventListener(type, (event) => {
    const { dataTransfer: data } = event
    if (!data.types.includes('Files')) return
    event.preventDefault()
    document.body.classList.toggle('dropping', type === 'dragover' || !!event.relatedTarget)
    if (type === 'drop') choose(data.files)
  })

  strip.addEventListener('click', (event) => {
    const cell = event.target.closest('.cell')
    if (event.target.matches('.move')) move(cell, place(cell) ? -1 : 1)
    if (event.target.closest('.crop')) crop(cell)
    if (!event.target.closest('.remove')) return
    event.preventDefault()
    const index = place(cell)
    cell.remove()
    problems = []
    renew('pictureRemoved', index + 1)
    ;($$('.remove', strip)[index] ?? $$('.remove', strip).at(-1) ?? input).focus()
  })
  strip.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const cell = event.target.closest('.cell')
    if (!step || !cell || !cells()[place(cell) + step]) return
    event.preventDefault()
    move(cell, step)
  })

  strip.addEventListener('pointerdown', (event) => {
    const { target } = event
    if (!target.matches('.cell img') || !event.isPrimary || event.button) return
    began = now = event
    timer = setTimeout(() => {
      lifted = target.closest('.cell')
      lifted.classList.add('lifted')
      from = place(lifted)
      extent = strip.scrollWidth
      strip.setPointerCapture(began.pointerId)
      drag()
    }, event.pointerType === 'mouse' ? 0 : 250)
  })
  strip.addEventListener('pointermove', (event) => {
    if (event.pointerId !== began?.pointerId) return
    now = event
    if (Math.hypot(now.clientX - began.clientX, now.clientY - began.clientY) > 8) clearTimeout(timer)
  })
  for (const end of ['pointerup', 'pointercancel']) strip.addEventListener(end, drop)
  strip.addEventListener('touchmove', (event) => lifted && event.preventDefault(), { passive: false })
  strip.addEventListener('contextmenu', (event) => event.pointerType === 'touch' && event.preventDefault())
}
