import type { Dice } from '../seeded-random.ts'

/** A drawing: SVG text and its size in pixels. */
export type Picture = { readonly svg: string; readonly width: number; readonly height: number }

const tidy = (part: string | number) => (typeof part === 'number' ? String(Math.round(part * 10) / 10) : part)

/** Path data with numbers rounded to a tenth of a pixel. */
export const d = (strings: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  strings.reduce((path, text, at) => path + tidy(values[at - 1] ?? '') + text)

// Sets the opacity on the paint: on the element it would cost the renderer a layer as large as the picture.
const painted = (more: string, paint: 'fill' | 'stroke') => more.replace(/(?<![-\w])opacity=/, `${paint}-opacity=`)

export const path = (data: string, fill: string, more = ''): string =>
  `<path d="${data}" fill="${fill}" ${painted(more, 'fill')}/>`

export const stroke = (data: string, colour: string, width: number, more = ''): string =>
  `<path d="${data}" fill="none" stroke="${colour}" stroke-width="${tidy(width)}" stroke-linecap="round" stroke-linejoin="round" ${painted(more, 'stroke')}/>`

export const box = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${tidy(x)}" y="${tidy(y)}" width="${tidy(width)}" height="${tidy(height)}" fill="${fill}" ${painted(more, 'fill')}/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${tidy(x)}" cy="${tidy(y)}" rx="${tidy(rx)}" ry="${tidy(ry)}" fill="${fill}" ${painted(more, 'fill')}/>`

export const disc = (x: number, y: number, r: number, fill: string, more = ''): string => oval(x, y, r, r, fill, more)

export const group = (transform: string, ...parts: readonly string[]): string =>
  `<g transform="${transform}">${parts.join('')}</g>`

export const faded = (opacity: number, ...parts: readonly string[]): string =>
  `<g opacity="${opacity}">${parts.join('')}</g>`

/** A stop of a gradient: offset (0–1), colour, opacity. */
type Stop = readonly [at: number, colour: string, opacity?: number]
const formatStops = (stops: readonly Stop[]) =>
  stops
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')

/** A gradient from top to bottom, used as `url(#id)`. */
export const falling = (id: string, ...stops: readonly Stop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${formatStops(stops)}</linearGradient>`

/** A gradient from left to right. */
export const crossing = (id: string, ...stops: readonly Stop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${formatStops(stops)}</linearGradient>`

/** A gradient from the centre of the shape outwards. */
export const spreading = (id: string, ...stops: readonly Stop[]): string =>
  `<radialGradient id="${id}">${formatStops(stops)}</radialGradient>`

export const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

export const between = (dice: Dice, low: number, high: number): number => low + dice.roll() * (high - low)

export const chance = (dice: Dice, share: number): boolean => dice.roll() < share

export const svg = (width: number, height: number, ...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`

/** Mixes a share of the other colour into a colour. */
export function mix(colour: string, other: string, share: number): string {
  const channel = (from: string, at: number) => Number.parseInt(from.slice(1 + at * 2, 3 + at * 2), 16)
  return `#${[0, 1, 2]
    .map((at) => Math.round(channel(colour, at) * (1 - share) + channel(other, at) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

export const darker = (colour: string, share: number): string => mix(colour, '#1a1420', share)
export const lighter = (colour: string, share: number): string => mix(colour, '#fff8e6', share)
