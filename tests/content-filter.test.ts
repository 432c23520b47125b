import { expect, test } from 'vitest'
import { contentTypes } from '../src/app/registries.ts'
import { contentTypeName } from '../src/features/moderation/server/content-queries.ts'
import { contentTypes as filters } from '../src/features/moderation/web/labels.ts'

test('the type filter of Content Management offers every kind that it lists', () => {
  const listed = contentTypes.filter(({ listed }) => listed).map(contentTypeName)
  expect(filters.map(([type]) => type).sort()).toEqual(listed.sort())
})
