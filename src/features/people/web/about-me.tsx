import { UserRoundSearch } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Me } from '../../session/contract.ts'

type Report = (body: {
  reason: 'personal_info'
  description: string
  urgent: 'personal'
}) => Promise<{ message?: string | undefined }>

/** Whether an anonymous text has the viewer's full name, at schools that check for names. */
export const isAboutMe = (text: string, { name, checks_names }: Pick<Me, 'name' | 'checks_names'>): boolean =>
  checks_names && name.includes(' ') && text.toLowerCase().includes(name.toLowerCase())

/** Reports that a text is about the viewer, ahead of other reports. */
export const reportAboutMe = (report: Report): Promise<unknown> =>
  report({ reason: 'personal_info', description: 'This is about me.', urgent: 'personal' }).then(
    ({ message }) => void toast.success(message ?? 'A moderator will look at this'),
    (error: unknown) => toast.failure(error, 'Failed to report this', { statuses: [409] }),
  )

export const toAboutMeItem = (report: Report): MenuItem => ({
  label: 'This is about me',
  icon: <Icon icon={UserRoundSearch} size={18} />,
  onSelect: () => void reportAboutMe(report),
})
