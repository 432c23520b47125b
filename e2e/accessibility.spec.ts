import { objectionsTo } from './accessibility.ts'
import { expect, test } from './kit.ts'

const text = '<p style="color: #767676">This contrast passes on white and fails on grey.</p>'
const page = (body: string) => `<html lang="en"><title>Texts</title><main><h1>Texts</h1>${body}</main></html>`

test('reports a low contrast although the same style has passed on another background', async ({ page: tab }) => {
  const objections = async (body: string) => {
    await tab.setContent(page(body))
    return objectionsTo(tab, { rules: 'colours' })
  }
  const failure = [expect.stringMatching(/^color-contrast: .*This contrast/)]
  expect(await objections(text)).toEqual([])
  expect(await objections(`<div><section>${text}</section></div>`), 'the same style').toEqual([])
  const behind = '<div style="position: absolute; inset: 0; background: #ccc"></div>'
  for (const body of [
    `<div style="background: #ccc">${text}</div>`,
    `<div style="background: rgb(0 0 0 / 20%)">${text}</div>`,
    `<div style="opacity: 0.9">${text}</div>`,
    `<div style="position: relative">${behind}<div style="position: relative">${text}</div></div>`,
    text.replace('#767676', '#777'),
    `<style>p { font-weight: 300; background: #eee }</style>${text}`,
  ]) {
    expect(await objections(body), body).toEqual(failure)
    expect(await objections(body), `again: ${body}`).toEqual(failure)
  }
  await tab.setContent(page(`<style>@media (prefers-color-scheme: dark) { main { background: #333 } }</style>${text}`))
  await tab.emulateMedia({ colorScheme: 'light' })
  expect(await objectionsTo(tab, { rules: 'colours' })).toEqual([])
  await tab.emulateMedia({ colorScheme: 'dark' })
  expect(await objectionsTo(tab, { rules: 'colours' }), 'dark').toEqual(failure)
})
