// What the form and a listing say about a text. Nothing is refused: the phrases are a hint, and easily avoided.

const phone = /(?:\+|\b)\d(?:[\s().-]{0,2}\d){7,14}\b/
const email = /[\w.+-]+@[\w-]+\.[\w.-]+/
const messengers = /\b(whats\s?app|telegram|snap(chat)?|instagram|wechat|signal|kakao|viber|discord)\b/i

/** Whether the text seems to have a phone number, an address or the name of a messenger. */
export const hasContact = (text: string): boolean => [phone, email, messengers].some((pattern) => pattern.test(text))

const phrases = [
  'western union',
  'moneygram',
  'money order',
  'wire transfer',
  'bank transfer first',
  'gift card',
  'gift cards',
  'cashier’s check',
  'cashiers check',
  'pay in advance',
  'pay upfront',
  'advance payment',
  'payment first',
  'deposit first',
  'pay a deposit',
  'shipping only',
  'ship only',
  'ship it to you',
  'my courier',
  'shipping agent',
  'out of the country',
  'verification code',
  'bitcoin',
  'crypto',
  'zelle only',
  'friends and family only',
]
const toWords = (text: string) => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}’]+/gu, ' ')} `

/** Whether the text has a phrase that is common in fraud. */
export const hasScamPhrase = (text: string): boolean =>
  phrases.some((phrase) => toWords(text).includes(toWords(phrase)))

export const contactWarning =
  'This seems to have your contact details. Everyone at your school can read them; buyers can also write to you here.'
export const scamWarning = 'Meet and pay in person.'
