import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeOffice, makeOpenDocument, makeZip } from '../../../testing/archives.ts'
import { cleanFileName, toContentDisposition } from './file-name.ts'
import { identifyFile } from './file-type.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'file')
const identify = async (name: string, bytes: Buffer | string) => {
  writeFileSync(path, bytes)
  return (await identifyFile(path, name))?.type
}

const pdf = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj', 'latin1')
const windowsProgram = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 0x90)])
const linuxProgram = Buffer.concat([Buffer.from('\u007fELF\u0002\u0001\u0001', 'latin1'), Buffer.alloc(200)])
const script = '#!/bin/sh\nrm -rf ~\n'

test('knows each type that may be sent from its bytes', async () => {
  expect(await identify('Notes.PDF', pdf)).toBe('pdf')
  expect(await identify('notes.txt', 'Grüße, 世界\r\n\tTab')).toBe('txt')
  expect(await identify('notes.md', '\uFEFF# Notes')).toBe('md')
  expect(await identify('marks.csv', 'Name,Mark\nAda,1')).toBe('csv')
  expect(await identify('a.docx', await makeOffice('word'))).toBe('docx')
  expect(await identify('a.xlsx', await makeOffice('xl'))).toBe('xlsx')
  expect(await identify('a.pptx', await makeOffice('ppt'))).toBe('pptx')
  expect(await identify('a.odt', await makeOpenDocument('text'))).toBe('odt')
  expect(await identify('a.ods', await makeOpenDocument('spreadsheet'))).toBe('ods')
  expect(await identify('a.odp', await makeOpenDocument('presentation'))).toBe('odp')
  expect(await identify('a.zip', await makeZip({ 'a.txt': 'A' }))).toBe('zip')
  expect(await identify('empty.zip', await makeZip({}))).toBe('zip')
})

test('refuses programs under any name', async () => {
  const unpacker = Buffer.concat([windowsProgram, await makeZip({ 'a.txt': 'A' })])
  const java = await makeZip({ 'META-INF/MANIFEST.MF': 'Main-Class: A', 'A.class': 'A' })
  const android = await makeZip({ 'AndroidManifest.xml': 'A', 'classes.dex': 'A' })
  const programs = [windowsProgram, linuxProgram, unpacker, java, android]
  for (const name of [
    'notes.pdf',
    'notes.txt',
    'notes.csv',
    'notes.docx',
    'notes.odt',
    'notes.zip',
    'notes.exe',
    'notes',
  ])
    for (const program of programs) expect(await identify(name, program), name).toBe(undefined)
  expect(await identify('notes.pdf', script)).toBe(undefined)
  expect(await identify('notes.sh', script)).toBe(undefined)
  expect(await identify('notes.html', '<script>')).toBe(undefined)
})

test('refuses a file whose bytes are not what its name says', async () => {
  expect(await identify('a.docx', await makeOffice('xl'))).toBe(undefined)
  expect(await identify('a.docx', await makeZip({ 'a.txt': 'A' }))).toBe(undefined)
  expect(await identify('a.docx', await makeOffice('word', { 'word/vbaProject.bin': 'macro' }))).toBe(undefined)
  expect(await identify('a.odt', await makeOpenDocument('spreadsheet'))).toBe(undefined)
  expect(
    await identify('a.odt', await makeZip({ mimetype: 'application/vnd.oasis.opendocument.text-template', a: '' })),
  ).toBe(undefined)
  expect(await identify('a.pdf', Buffer.concat([Buffer.from(' '), pdf]))).toBe(undefined)
  expect(await identify('a.txt', pdf)).toBe(undefined)
})

test('accepts as text only UTF-8 without control characters, also where a chunk ends within a character', async () => {
  expect(await identify('a.txt', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))).toBe(undefined)
  expect(await identify('a.txt', 'a\u0000b')).toBe(undefined)
  expect(await identify('a.txt', 'a\u001b[31mb')).toBe(undefined)
  expect(await identify('a.txt', Buffer.from([0x61, 0xe4, 0xb8]))).toBe(undefined)
  expect(await identify('a.txt', `a${'世'.repeat(100_000)}`)).toBe('txt')
})

test('refuses archives with broken directories, and reads no more of a directory than its limit', async () => {
  const good = await makeZip({ 'a.txt': 'A', 'b.txt': 'B' })
  const end = good.length - 22
  const change = (position: number, value: number) => {
    const bytes = Buffer.from(good)
    bytes.writeUInt32LE(value, position)
    return bytes
  }
  const broken = [
    good.subarray(0, end),
    change(end + 12, 0x7fffffff),
    change(end + 16, 0x7fffffff),
    change(end + 12, 10),
    change(end + 16, 0),
  ]
  for (const [index, bytes] of broken.entries()) expect(await identify('a.zip', bytes), String(index)).toBe(undefined)
})

test.each([
  ['.pdf', 'pdf'],
  ['notes.pdf', 'notes.pdf'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['C:\\notes\\week 1.pdf', 'week 1.pdf'],
  ['fdp\u202etxt.exe.pdf', 'fdptxt.exe.pdf'],
  ['a\u0000b\r\nx-evil: 1.pdf', 'ab x-evil 1.pdf'],
  ['.hidden.txt', 'hidden.txt'],
  ['<b>"q"?*|.md', 'bq.md'],
  [`${'😀'.repeat(150)}.pdf`, `${'😀'.repeat(98)}.pdf`],
  ['U\u0308bung 世界.pdf', '\u00dcbung 世界.pdf'],
])('cleans the name %j', (given, cleaned) => {
  expect(cleanFileName(given)).toBe(cleaned)
})

test('has no name for a file whose name is empty once it is cleaned', () => {
  for (const name of ['', '...', '\u200b', ' / ']) expect(cleanFileName(name)).toBe(undefined)
})

test('writes a header of the name in ASCII and in UTF-8', () => {
  expect(toContentDisposition('notes.pdf')).toBe(`attachment; filename="notes.pdf"; filename*=UTF-8''notes.pdf`)
  expect(toContentDisposition("Ada's Übung 50%.pdf")).toBe(
    `attachment; filename="Ada's _bung 50_.pdf"; filename*=UTF-8''Ada%27s%20%C3%9Cbung%2050%25.pdf`,
  )
})
