// The grammar of TypedAmount.swift; Tests/typed-amounts.json tests both.
const grammar = /^(-)? *(US\$|HK\$|\$|₩|JP¥|CN¥|¥|€|£|[A-Z]{3})? *(-)? *(\d[\d.,'’ 억만천백십]*?) *(원|달러|엔|円|유로|€|파운드|위안|元|홍콩 ?달러|[A-Z]{3}|개)?$/
const plain = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d+))?$/
const powers = { 억: 8, 만: 4, 천: 3, 백: 2, 십: 1 }
// The units that each sign can stand for. A currency code stands for itself.
const units = {
  '₩': 'KRW', 원: 'KRW', $: 'USD HKD', US$: 'USD', 달러: 'USD', HK$: 'HKD', 홍콩달러: 'HKD', '홍콩 달러': 'HKD', '¥': 'JPY CNY', 'JP¥': 'JPY', 엔: 'JPY', 円: 'JPY',
  'CN¥': 'CNY', 위안: 'CNY', 元: 'CNY', '€': 'EUR', 유로: 'EUR', '£': 'GBP', 파운드: 'GBP', 개: 'pieces'
}
// The decimals of CurrencyFacts.swift.
const places = (unit) => (/BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF|pieces/.test(unit) ? 0 : /BHD|IQD|JOD|KWD|LYD|OMR|TND/.test(unit) ? 3 : 2)

const ascii = (text) => text.replace(/[！-～]/g, (one) => String.fromCharCode(one.charCodeAt() - 0xfee0))
const folded = (text) => ascii(text.normalize()).replace(/[\\￦￥￡−万萬千億亿]/g, (one) => '₩₩¥£-만만천억억'['\\￦￥￡−万萬千億亿'.indexOf(one)]).replace(/\s/g, ' ').trim().toUpperCase()

/** Adds the terms of a number such as 1억2천만. */
const sum = (text, [name, ...smaller] = Object.keys(powers)) => {
  if (!name) return plain.test(text) && !/\./.test(text) ? +text.replace(/\D/g, '') : NaN
  const [count, rest, more] = text.split(name)
  const behind = rest && sum(rest, smaller)
  if (rest === undefined) return sum(count, smaller)
  return more === undefined && behind < 10 ** powers[name] ? sum(count, smaller) * 10 ** powers[name] + +behind : NaN
}

/** Returns the whole digits and the decimals of a number without its marks. */
const parts = (text, unit) => {
  const compact = text.replace(/ *([억만천백십]) */g, '$1')
  const [, whole, fraction = '', names = ''] = plain.exec(text) ?? /^(\d+)\.(\d+)([천백십]?[억만]|[천백십])$/.exec(compact) ?? []
  if (whole) {
    // The point may separate thousands: 12.000.
    if (/^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3 && (names || places(unit) !== 3)) return
    const exponent = [...names].reduce((all, name) => all + powers[name], 0)
    return [whole.replace(/\D/g, '') + fraction.slice(0, exponent).padEnd(exponent, '0'), fraction.slice(exponent)]
  }
  const total = sum(compact)
  if (total === total) return ['' + total, '']
  return /^\d+([.,'’ ]+\d+)+[억만천백십]?$/.test(compact) ? undefined : []
}

/** Parses an amount of a currency or of pieces. Returns it in the smallest unit, or the problem. */
export function amountIn(text, unit) {
  const [, minus, mark, otherMinus, number, markBehind] = grammar.exec(folded(text)) ?? []
  const [those = [], these = those] = [mark, markBehind].filter(Boolean).map((one) => (units[one] ?? one).split(' '))
  const named = those.filter((one) => these.includes(one))
  const [digits, fraction] =
    (!number || (those[0] && !named[0]) || (minus && otherMinus) ? [] : parts(number, unit)) ?? ['?']
  if (!digits) return { problem: 'notANumber' }
  const cents = fraction?.replace(/0+$/, '')
  if ((minus || otherMinus) && +(digits + cents) !== 0) return { problem: 'negative' }
  if (named[0] && !named.includes(unit)) {
    return { problem: [unit, ...named].includes('pieces') ? 'notANumber' : 'otherCurrency' }
  }
  if (digits === '?') return { problem: 'ambiguousSeparator' }
  if (cents.length > places(unit)) return { problem: 'tooPrecise' }
  const amount = +(digits + cents.padEnd(places(unit), '0'))
  return amount >= 2 ** 53 ? { problem: 'tooLarge' } : { amount }
}

const grouped = (digits) => digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** Groups thousands while typing. A comma that was typed stays, so that a slip doesn't become a price. */
export function groupWhileTyping(field) {
  let shown = ''
  const group = ({ isComposing, inputType, data }) => {
    if (isComposing) return
    const before = shown
    const typed = shown = ascii(field.value)
    const digits = typed.replaceAll(',', '')
    const isOurs = grouped(before.replaceAll(',', '')) === before && (/^[\d.]$/.test(ascii(data ?? '')) || /^delete/.test(inputType))
    if (!/^\d+(\.\d*)?$/.test(digits) || (digits !== typed && !isOurs)) return
    shown = grouped(digits)
    if (shown === field.value) return
    let left = typed.slice(0, field.selectionStart).replaceAll(',', '').length
    let caret = 0
    while (left) if (shown[caret++] !== ',') left--
    if (shown === before && inputType === 'deleteContentForward') caret++
    field.value = shown
    if (document.activeElement === field) field.setSelectionRange(caret, caret)
  }
  field.addEventListener('input', group)
  field.addEventListener('compositionend', group)
  group({})
}
