// Generated from rating-contract.ts by `npm run contract-tables`: routes, limits and values, without schemas.
import type * as contract from './rating-contract.ts'

export const grades = [
  'A+',
  'A',
  'A-',
  'B+',
  'B',
  'B-',
  'C+',
  'C',
  'C-',
  'D+',
  'D',
  'D-',
  'F',
] as const satisfies typeof contract.grades

export const ratingLimits = {
  review: 500,
  shortestReview: 10,
  tags: 10,
  tag: 50,
} as const satisfies typeof contract.ratingLimits

export const semesters = ['Fall', 'Spring', 'Summer'] as const satisfies typeof contract.semesters
