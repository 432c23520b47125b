import { needsSecondPerson, type SealMode } from '../../../shared/seal-modes.ts'
import type { Case } from '../case-contract.ts'
import { type actionTypes, labelledTypes } from '../contract.gen.ts'
import type { Report } from '../report-contract.ts'
import type { SealCategory } from '../seal-contract.ts'

export const reasonLabels: Readonly<Record<Report['reason'], string>> = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate Content',
  hate_speech: 'Hate Speech',
  violence: 'Violence/Threats',
  misinformation: 'Misinformation',
  copyright: 'Copyright Violation',
  personal_info: 'Personal Information',
  other: 'Other',
}

/** Label of a report's reason, without the prefix of a confession. */
export function reasonLabel(reason: string): string {
  const real = reason.replace(/^CONFESSION_ID:[^|]*\|/, '')
  return reasonLabels[real as Report['reason']] ?? real
}

/** Description without the system suffix '[System] Group Post ID: … | Content: …'. */
export const withoutMarker = (description: string | null): string =>
  (description ?? '').split('[System] Group Post ID:')[0]?.trim() ?? ''

/** Whether a description was written by a reporter: it may name a suspect. */
export const isClaim = (description: string | null): boolean => {
  const text = withoutMarker(description)
  return text !== '' && !text.startsWith('Automatic check: ')
}

/** The label of a description in the documented dialogs. That of a sealed report may name who the reporter suspects. */
export const descriptionLabel = ({ description, is_anonymous }: Report): string =>
  is_anonymous && isClaim(description) ? 'Claim of the reporter' : 'Description'

export const sealCategoryLabels: Readonly<Record<SealCategory, string>> = {
  danger: 'Danger to life',
  law: 'Official order',
  threat: 'Threat',
  harassment: 'Harassment',
  sanction: 'Sanction',
  other: 'Other',
}

/** Whether the viewer sees 'Anonymous': the author is sealed and the viewer has not opened the seal. */
export const isClosed = ({ is_anonymous, seal_open_until }: Report): boolean => is_anonymous && seal_open_until === null

/** '1 other report is about the same item.' */
export const otherReports = ({ other_reports: total }: Report): string =>
  total === 1 ? '1 other report is about the same item.' : `${total} other reports are about the same item.`

export const priorityLabels: Readonly<Record<Case['priority'], string>> = {
  danger: 'Danger',
  intimate: 'Intimate picture',
  personal: 'Personal information',
  normal: 'Normal',
}

/** Until a deadline: '25 min left', '3 h late', '2 d left'. Times in seconds. */
export function formatDeadline(due: number, now = Date.now() / 1000): string {
  const minutes = Math.max(1, Math.round(Math.abs(due - now) / 60))
  const text =
    minutes < 60
      ? `${minutes} min`
      : minutes < 48 * 60
        ? `${Math.round(minutes / 60)} h`
        : `${Math.round(minutes / 1440)} d`
  return `${text} ${due > now ? 'left' : 'late'}`
}

/** The types of content that Content Management lists, in the order of its filter. */
export const contentTypes = [
  ['post', 'Posts'],
  ['confession', 'Confessions'],
  ['comment', 'Comments'],
  ['group_post', 'Group Posts'],
  ['marketplace_listing', 'Marketplace'],
  ['event', 'Events'],
  ['assignment', 'Assignments'],
  ['assignment_answer', 'Answers'],
  ['group', 'Groups'],
  ['group_comment', 'Group Comments'],
  ['group_event', 'Group Events'],
  ['rating', 'Ratings'],
  ['professor', 'Professors'],
] as const

export type ActionType = (typeof actionTypes)[number]
export const actionLabels: Readonly<Record<ActionType, string>> = { warn: 'Warn', suspend: 'Suspend', ban: 'Ban' }

/** The actions on a report, with the one that only sealed authors can get. */
export type CaseAction = ActionType | 'mute' | 'label' | 'remove'
export const caseActionLabels: Readonly<Record<CaseAction, string>> = {
  ...actionLabels,
  mute: 'Mute',
  label: 'Label',
  remove: 'Remove',
}

/** What a moderator reads after an act. */
export const actOutcomes: Readonly<Record<CaseAction | 'dismiss', string>> = {
  dismiss: 'Dismissed',
  warn: 'Warned',
  mute: 'Muted',
  label: 'Labelled',
  suspend: 'Suspended',
  ban: 'Banned',
  remove: 'Removed',
}

/** What the affected person reads above the reasons. */
export const sanctionTitles: Readonly<Record<CaseAction, string>> = {
  warn: 'Warning',
  suspend: 'Suspension',
  ban: 'Ban',
  mute: 'No anonymous posts',
  label: 'Label',
  remove: 'Removal',
}

/** Where no seal is opened. */
export const closedSealText = 'At this school, no one can open the seal.'

/** The button below an anonymous item; undefined where no one opens its seal. */
export const revealLabel = (mode: SealMode | null): string | undefined =>
  mode === 'none' ? undefined : needsSecondPerson(mode) ? 'Ask to open the seal' : 'Reveal author'

const closedActions = ['warn', 'mute'] as const satisfies readonly CaseAction[]
const namedActions = ['warn', 'suspend', 'ban'] as const satisfies readonly CaseAction[]
const sealedActions = ['warn', 'mute', 'suspend', 'ban'] as const satisfies readonly CaseAction[]
/** Where one person does not open a seal alone, a closed one leaves the actions that need no name. */
export const listActions = (report: Report): readonly CaseAction[] =>
  !isClosed(report)
    ? namedActions
    : report.seal_mode === 'none' || needsSecondPerson(report.seal_mode)
      ? closedActions
      : sealedActions

/** The action if it leaves the seal closed. Suspending or banning an account shows whose it is. */
export const toSealedAction = (report: Report, type: CaseAction | undefined): 'warn' | 'mute' | undefined =>
  isClosed(report) && (type === 'warn' || type === 'mute') ? type : undefined
/** The actions of a case: those on its report, and the removal and the label of what can have them. */
export function listCaseActions({ report, can }: Pick<Case, 'report' | 'can'>): readonly CaseAction[] {
  const actions = isClosed(report) && !can.reveal ? closedActions : listActions(report)
  if (report.content_type === 'user') return actions
  return canHaveLabel(report.content_type) ? ['remove', 'label', ...actions] : ['remove', ...actions]
}
export const canHaveLabel = (type: string): boolean => labelledTypes.some((labelled) => labelled === type)

/** The action if it applies to a named user, or opens the seal. */
export const toNamedAction = (report: Report, type: CaseAction | undefined): ActionType | undefined =>
  type === 'mute' || type === 'remove' || type === 'label' || toSealedAction(report, type) ? undefined : type

/** 'group_post' → 'Group post'. */
export const titled = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shortens to a number of characters and appends three dots when something was cut off. */
export function cut(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}...` : text
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (number: number) => String(number).padStart(2, '0')

/** 'Nov 3, 2026 09:05', or padded 'Nov 03, 2026 09:05'. */
export function formatDate(seconds: number, { padded = false } = {}): string {
  const date = new Date(seconds * 1000)
  const day = padded ? two(date.getDate()) : date.getDate()
  return `${months[date.getMonth()]} ${day}, ${date.getFullYear()} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
/** 'May 24, 2027'. */
export const formatDay = (seconds: number): string => day.format(new Date(seconds * 1000))
