import { useQueryClient } from '@tanstack/react-query'
import { Crown, Ellipsis, UserMinus, UserPlus } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { Switch } from '../../../shared/web/ui/Switch.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { conversationsApi } from '../conversation-contract.gen.ts'
import { type Conversation, conversations, type Participant } from '../conversation-contract.ts'
import { ConversationPicture } from './ConversationPicture.tsx'
import { PeopleResults } from './PeopleResults.tsx'

type Props = { conversation: Conversation; onLeave: () => void; onClose: () => void }

/** Picture, name and people of a conversation of several. Its owner manages them. */
export default function ConversationDetails({ conversation, onLeave, onClose }: Props) {
  const me = useMe()
  const { can, owner_id, participant_users } = conversation
  return (
    <Dialog
      open
      onClose={onClose}
      title="Conversation details"
      actions={
        <Button variant="danger" onClick={onLeave}>
          Leave conversation
        </Button>
      }
    >
      <ConversationPicture conversation={conversation} />
      {can.rename && <Rename conversation={conversation} />}
      {can.manage && <WhoRenames conversation={conversation} />}
      <section aria-labelledby="people-of-chat" className="mt-4">
        <h3 id="people-of-chat" className="text-card">
          {plural(participant_users.length, 'person', 'people')}
        </h3>
        {can.manage && <AddPeople conversation={conversation} />}
        <ul aria-label="People in this conversation" className="mt-2">
          {participant_users.map((person) => (
            <li key={person.id} className="flex min-h-14 items-center gap-3">
              <Avatar person={person} />
              <span className="min-w-0 flex-1">
                <Link to={`/profile/${person.id}`} className="block truncate font-semibold hover:underline">
                  {person.id === me.id ? 'You' : person.name}
                </Link>
                {person.id === owner_id && <span className="text-small text-soft">Owner</span>}
              </span>
              {can.manage && person.id !== me.id && <PersonMenu conversation={conversation} person={person} />}
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  )
}

function Rename({ conversation: { id, title } }: { conversation: Conversation }) {
  const refresh = useRefresh()
  const { form, field, isPending, isChanged } = useContractForm({
    name: `conversation ${id}`,
    hasDraft: false,
    initial: () => ({ title }),
    schema: conversations.update.body,
    toBody: (values) => values,
    send: (body) => call(conversationsApi.update, { params: { id }, body }),
    toSaved: (reply) => ({ title: reply.data.title }),
    onSuccess: () => {
      void toast.success('Conversation renamed')
      return refresh()
    },
    onError: (error) => toast.failure(error, 'Failed to rename conversation', { statuses: 'all' }),
  })
  return (
    <form {...form} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label="Name" {...field('title')} />
      </div>
      <Button type="submit" disabled={!isChanged} pendingLabel={isPending && 'Saving...'}>
        Save
      </Button>
    </form>
  )
}

function WhoRenames({ conversation: { id, renamed_by } }: { conversation: Conversation }) {
  const refresh = useRefresh()
  const change = useLockedMutation({
    mutationFn: (next: Conversation['renamed_by']) =>
      call(conversationsApi.update, { params: { id }, body: { renamed_by: next } }),
    onSuccess: refresh,
    onError: (error) => toast.failure(error, 'Failed to change who can rename this conversation', { statuses: 'all' }),
  })
  return (
    <Switch
      label="Everyone can rename this conversation"
      checked={renamed_by === 'everyone'}
      disabled={change.isPending}
      onChange={(isOn) => change.mutate(isOn ? 'everyone' : 'owner')}
    >
      Everyone can rename this conversation
    </Switch>
  )
}

function AddPeople({ conversation: { id, participants } }: { conversation: Conversation }) {
  const refresh = useRefresh()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const add = useLockedMutation({
    mutationFn: ({ id: user }: { id: string; name: string }) =>
      call(conversationsApi.addParticipants, { params: { id }, body: { user_ids: [user] } }),
    onSuccess: ({ data }, { name }) => {
      void toast.success(data.added.length > 0 ? `${name} was added` : `${name} was asked to join`)
      setText('')
      return refresh()
    },
    onError: (error) => toast.failure(error, 'Failed to add someone', { statuses: 'all' }),
  })
  if (!isOpen)
    return (
      <Button variant="ghost" className="mt-1" onClick={() => setIsOpen(true)}>
        <Icon icon={UserPlus} size={18} /> Add people
      </Button>
    )
  return (
    <div className="mt-2">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the user has chosen to add people
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label="Add people"
        placeholder="Type a name"
        className="min-h-11 w-full rounded-control bg-sunken px-3.5 py-2"
      />
      <p className="mt-1 text-small text-soft">New people don’t see earlier messages.</p>
      {text.trim() && (
        <PeopleResults
          text={text}
          chosen={participants}
          onChoose={(person) => {
            if (!participants.includes(person.id) && !add.isPending) add.mutate(person)
          }}
        />
      )}
    </div>
  )
}

function PersonMenu({ conversation: { id }, person }: { conversation: Conversation; person: Participant }) {
  const refresh = useRefresh()
  const act = useLockedMutation({
    mutationFn: (action: 'remove' | 'handOver'): Promise<unknown> =>
      action === 'remove'
        ? call(conversationsApi.removeParticipant, { params: { id, uid: person.id } })
        : call(conversationsApi.handOver, { params: { id }, body: { user_id: person.id } }),
    onSuccess: (_, action) => {
      void toast.success(action === 'remove' ? `${person.name} was removed` : `${person.name} is the owner now`)
      return refresh()
    },
    onError: (error, action) =>
      toast.failure(error, action === 'remove' ? 'Failed to remove someone' : 'Failed to hand over', {
        statuses: 'all',
      }),
  })
  return (
    <Menu
      label={`Options for ${person.name}`}
      items={[
        { label: 'Make owner', icon: <Icon icon={Crown} size={18} />, onSelect: () => act.mutate('handOver') },
        {
          label: 'Remove',
          icon: <Icon icon={UserMinus} size={18} />,
          danger: true,
          onSelect: () => act.mutate('remove'),
        },
      ]}
    >
      <Icon icon={Ellipsis} size={18} />
    </Menu>
  )
}

function useRefresh() {
  const client = useQueryClient()
  return () => invalidate(client, { below: conversationsApi.list })
}
