import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cast } from '../cast.ts'
import { eastonThreads, northfieldThreads, threadsOfNamedUsers } from '../fixtures.ts'
import { allGoods } from '../goods.ts'
import { rollDice } from '../seeded-random.ts'
import { drawCover } from './covers.ts'
import { drawFace, hairStyles } from './faces.ts'
import { drawPortrait, drawProfileCover } from './people.ts'
import { allSubjects, drawPhoto } from './photos.ts'
import { picturesFor } from './plan.ts'
import { ordersOfPosts, ordersOfUsers, render } from './render.ts'

const easterners = ['linus', 'margaret', 'head']
const ofCast = (eastern: boolean) =>
  Object.entries(threadsOfNamedUsers).flatMap(([name, threads]) =>
    easterners.includes(name) === eastern ? threads : [],
  )
const threads = [...northfieldThreads, ...eastonThreads, ...ofCast(true), ...ofCast(false)]

const measureSize = async (svg: string) => {
  const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true })
  expect(data.length).toBeGreaterThan(0)
  return [info.width, info.height]
}

test('the same dice draw the same picture', () => {
  expect(drawFace(rollDice(5))).toBe(drawFace(rollDice(5)))
  expect(drawCover(rollDice(5))).toBe(drawCover(rollDice(5)))
  for (const subject of allSubjects)
    expect(drawPhoto(subject, rollDice(5)), subject).toEqual(drawPhoto(subject, rollDice(5)))
  for (const person of cast) {
    expect(drawPortrait(person)).toBe(drawPortrait(person))
    expect(drawProfileCover(person)).toBe(drawProfileCover(person))
  }
})

test('two hundred faces are two hundred different drawings', async () => {
  const dice = rollDice(200)
  const faces = Array.from({ length: 200 }, () => drawFace(dice))
  expect(new Set(faces).size).toBe(200)
  for (const face of faces) expect(face).not.toMatch(/NaN|undefined|<text|<image/)
  for (const size of await Promise.all(faces.map(measureSize))) expect(size).toEqual([256, 256])
})

test('every head can be drawn with every hair, young or older', async () => {
  expect(hairStyles.length).toBeGreaterThanOrEqual(20)
  for (const hair of hairStyles)
    expect(await measureSize(drawFace(rollDice(1), { hair, older: hair.length % 2 === 0 })), hair).toEqual([256, 256])
})

test('each subject renders at the size it states', async () => {
  expect(allSubjects.length).toBeGreaterThanOrEqual(24)
  const proportions = new Set<string>()
  for (const [at, subject] of allSubjects.entries()) {
    const { svg, width, height } = drawPhoto(subject, rollDice(at))
    expect(svg, subject).not.toMatch(/NaN|undefined|<text|<image/)
    expect(await measureSize(svg), subject).toEqual([width, height])
    expect(Math.max(width, height), subject).toBeGreaterThanOrEqual(1080)
    proportions.add((width / height).toFixed(2))
  }
  expect([...proportions].sort()).toEqual(['0.75', '1.00', '1.33', '1.78'])
})

test('the plan gives some posts a picture, a few several, and two so many that some are counted only', () => {
  const illustrated = (list: typeof threads) => list.filter(({ text }) => picturesFor(text).length > 0).length
  expect(illustrated([...northfieldThreads, ...ofCast(false)])).toBeGreaterThanOrEqual(35)
  expect(illustrated([...eastonThreads, ...ofCast(true)])).toBeGreaterThanOrEqual(20)
  const counts = threads.map(({ text }) => picturesFor(text).length)
  expect(counts.filter((count) => count >= 6)).toHaveLength(2)
  expect(counts.filter((count) => count === 2 || count === 3).length).toBeGreaterThan(8)
  expect(threads.filter(({ anonymous, text }) => anonymous && picturesFor(text).length > 0)).toHaveLength(1)
  const goods = allGoods.map(({ picture }) => picture)
  const used = new Set([
    ...threads.flatMap(({ text }) => picturesFor(text)),
    ...goods.filter((one) => one !== undefined),
  ])
  expect(used).toEqual(new Set(allSubjects))
})

test('renders each order as WebP in its sizes, and small', async () => {
  const orders = [
    ...ordersOfUsers(cast.map((person) => ({ ...person, id: person.email }))),
    ...ordersOfPosts(threads.slice(0, 12).map(({ text }) => ({ id: text, content: text }))),
  ]
  expect(orders.filter(({ kind }) => kind === 'face')).toHaveLength(cast.length - 1)
  for (const order of orders) {
    const { picture, kind } = order
    const { width, height, full, variants, thumbhash } = await render(order)
    const share = kind === 'photo' ? 0.8 : 1
    expect({ width, height }).toEqual({ width: picture.width * share, height: picture.height * share })
    expect(full.length).toBeLessThan(kind === 'face' ? 20_000 : 150_000)
    expect(thumbhash.length).toBeGreaterThan(4)
    expect(variants.map((variant) => variant.width)).toEqual(
      (kind === 'photo' ? [320, 640] : kind === 'face' ? [128] : []).filter((each) => each < width),
    )
    for (const { width, webp } of [{ width: picture.width * share, webp: full }, ...variants]) {
      const shown = await sharp(webp).metadata()
      expect({ format: shown.format, width: shown.width }).toEqual({ format: 'webp', width })
      expect(shown.height).toBe(Math.round((width * picture.height) / picture.width))
    }
  }
})
