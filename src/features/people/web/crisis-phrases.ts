import { containsWord, foldText } from '../../../shared/words.ts'

/**
 * What people write when they think of suicide or hurt themselves, per language. Whole phrases only: single words such as "die" are
 * everyday exaggerations. The card offers help and blocks nothing, so a phrase too many costs little.
 */
const phrases: Readonly<Record<string, readonly string[]>> = {
  en: [
    'kill myself',
    'killing myself',
    'end my life',
    'ending my life',
    'take my own life',
    'taking my own life',
    'want to die',
    'wanna die',
    'wish I was dead',
    'wish I were dead',
    'better off dead',
    'better off without me',
    'no reason to live',
    'don’t want to live',
    'dont want to live',
    'don’t want to be alive',
    'dont want to be alive',
    'suicidal',
    'thinking about suicide',
    'commit suicide',
    'hurt myself',
    'hurting myself',
    'harm myself',
    'harming myself',
    'cut myself',
    'cutting myself',
    'can’t go on anymore',
    'cant go on anymore',
  ],
  de: [
    'mich umbringen',
    'bringe mich um',
    'mir das leben nehmen',
    'nicht mehr leben',
    'will sterben',
    'möchte sterben',
    'wäre lieber tot',
    'selbstmord begehen',
    'selbstmordgedanken',
    'suizidgedanken',
    'suizidal',
    'mich verletzen',
    'mich ritzen',
    'ritze mich',
    'ohne mich besser dran',
  ],
  fr: [
    'me tuer',
    'me suicider',
    'mettre fin à mes jours',
    'en finir avec la vie',
    'envie de mourir',
    'veux mourir',
    'plus envie de vivre',
    'pensées suicidaires',
    'me faire du mal',
    'me scarifier',
  ],
  es: [
    'matarme',
    'suicidarme',
    'quitarme la vida',
    'acabar con mi vida',
    'quiero morir',
    'quiero morirme',
    'no quiero vivir',
    'pensamientos suicidas',
    'hacerme daño',
    'cortarme',
  ],
  it: ['uccidermi', 'suicidarmi', 'togliermi la vita', 'farla finita', 'voglio morire', 'farmi del male', 'tagliarmi'],
  pt: ['me matar', 'me suicidar', 'tirar minha vida', 'quero morrer', 'não quero viver', 'me machucar', 'me cortar'],
  nl: ['mezelf doden', 'zelfmoord plegen', 'wil dood', 'wil niet meer leven', 'mezelf pijn doen', 'mezelf snijden'],
}

const folded = Object.values(phrases).flat().map(foldText)
/** Typed and typographic apostrophes are one. */
const plain = (text: string) => text.replaceAll(/['’]/g, '’')
const known = new Set(folded.map(plain))

/** Whether a text contains one of the phrases. Runs in the page only. */
export function speaksOfCrisis(text: string): boolean {
  const shown = plain(foldText(text))
  for (const phrase of known) if (containsWord(shown, phrase)) return true
  return false
}

/** For the test of each language. @public */
export const phrasesByLanguage = phrases
