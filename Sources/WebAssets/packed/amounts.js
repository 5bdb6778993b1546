const grammar = /^(-)? *(US\$|HK\$|\$|₩|JP¥|CN¥|¥|€|£|[a-z]{3})? *(-)? *(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d+))? *(원|달러|엔|円|유로|€|파운드|위안|元|홍콩 ?달러|[a-z]{3}|개)?$/i
const units={
'₩':'KRW',원:'KRW',$:'USD HKD',US$:'USD',달러:'USD',HK$:'HKD',홍콩달러:'HKD','¥':'JPY CNY','JP¥':'JPY',엔:'JPY',円:'JPY',
'CN¥':'CNY',위안:'CNY',元:'CNY','€':'EUR',유로:'EUR','£':'GBP',파운드:'GBP',개:'pieces'
}
const places = (unit) => (/BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|VND|VUV|XAF|XOF|XPF|pieces/.test(unit) ? 0 : /BHD|IQD|JOD|KWD|LYD|OMR|TND/.test(unit) ? 3 : 2)
const ascii = (text) => text.replace(/[！-～]/g, (one) => String.fromCharCode(one.charCodeAt() - 0xfee0))
const folded = (text) => ascii(text.normalize()).replace(/￦/g, '₩').replace(/￥/g, '¥').replace(/￡/g, '£').replace(/−/g, '-').replace(/\s/g, ' ').trim()
export function amountIn(text,unit){
const[,minus,mark,otherMinus,whole,fraction='',markBehind]=grammar.exec(folded(text))??[]
const marks=[mark,markBehind].filter(Boolean).map((one)=>one.toUpperCase().replace(' ','')).map((one)=>(units[one]??one).split(' '))
const named=marks.reduce((those,these)=>those.filter((one)=>these.includes(one)),marks[0]??[])
const isMixed=(marks.length&&!named.length)||(minus&&otherMinus)
if(!whole||isMixed)return{problem:'notANumber'}
const digits = whole.replace(/\D/g, '')
const cents = fraction.replace(/0+$/, '')
if((minus||otherMinus)&&+(digits + cents))return{problem:'negative'}
if(named.length&&!named.includes(unit)){
return{problem:named.includes('pieces')||unit==='pieces'?'notANumber':'otherCurrency'}
}
if(cents.length>places(unit))return{problem:'tooPrecise'}
const amount=+(digits + cents.padEnd(places(unit),'0'))
return amount>Number.MAX_SAFE_INTEGER?{problem:'tooLarge'}:{amount}
}
const grouped = (digits) => digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
export function groupWhileTyping(field){
let shown=''
const group=({isComposing,inputType='',data}={})=>{
if(isComposing)return
const before=shown
const typed=shown=ascii(field.value)
const digits=typed.replaceAll(',','')
const isOurs = grouped(before.replaceAll(',', '')) === before && (/^[\d.]$/.test(ascii(data ?? '')) || /^delete/.test(inputType))
if (!/^\d+(\.\d*)?$/.test(digits) || (digits !== typed && !isOurs)) return
shown=grouped(digits)
if(shown===field.value)return
let left=typed.slice(0,field.selectionStart).replaceAll(',','').length
let caret=0
while(left)if(shown[caret++]!==',')left--
if(shown===before&&inputType==='deleteContentForward')caret++
field.value=shown
if(document.activeElement===field)field.setSelectionRange(caret,caret)
}
field.addEventListener('input',group)
field.addEventListener('compositionend',group)
group()
}
