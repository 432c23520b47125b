import { Heart, Pencil, Trash } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../shared/web/api.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import {
  GateIllustration,
  LawnIllustration,
  MailIllustration,
  StallIllustration,
} from '../../../shared/web/ui/illustrations.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Pager, Pagination } from '../../../shared/web/ui/Pagination.tsx'
import { Badge, Banner, Toolbar } from '../../../shared/web/ui/Panel.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'

const colours = 'paper surface sunken line ink soft faint brand brand-strong brand-soft on-brand brick on-brick'
  .concat(' orange gold amber gold-soft sky danger on-danger')
  .split(' ')
const person = (name: string) => ({ id: name, name, avatar_url: null })
const nothing = () => {}
const fault = new ApiError(500, { error: 'An error occurred', request_id: 'req-1a2b' })

/** All components in all states: `npm run dev`, then /dev/ui. Not part of a built client. */
export default function ComponentGalleryPage() {
  return (
    <main className="mx-auto max-w-4xl px-4">
      <Page title="Parts" subtitle="Every part in every state. Try them by keyboard, dark, at 320 pixels and at 200 %.">
        <Part name="Colours">
          {colours.map((name) => (
            <span key={name} className="inline-flex flex-col items-center gap-1 text-tiny">
              <span
                className="size-14 rounded-control border border-line"
                style={{ background: `var(--color-${name})` }}
              />
              {name}
            </span>
          ))}
        </Part>
        <Part name="Type">
          <div className="space-y-1">
            <p className="font-display text-hero font-semibold">Hero 28: a page on a desk</p>
            <p className="font-display text-title font-semibold">Title 24: a page on a phone</p>
            <p className="font-display text-card font-semibold">Card 17: a card or a dialog</p>
            <p className="text-body">Body 16: posts, messages and fields on phones</p>
            <p>Base 15: everything else</p>
            <p className="text-small text-soft">Small 13: times and hints</p>
            <p className="text-tiny text-soft">Tiny 12: badges, never less</p>
          </div>
        </Part>
        <Buttons />
        <Fields />
        <People />
        <States />
        <Dialogs />
        <Part name="Lists">
          <div className="w-full">
            <LinkTabs
              label="Parts"
              active="one"
              to={(name) => `?tab=${name}`}
              tabs={[
                { name: 'one', label: 'One', count: 3 },
                { name: 'two', label: 'Two' },
              ]}
            />
            <Pagination page={3} totalPages={9} onPage={nothing} text="Showing page 3 of 9 (90 total)" />
            <Pager page={1} totalPages={2} onPage={nothing} label="Other pages" />
            <RichText text={'Words keep their lines,\nand https://example.org becomes a link.'} className="text-body" />
          </div>
        </Part>
      </Page>
    </main>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="border-t border-line py-5">
    <h2 className="mb-3 text-card">{name}</h2>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </section>
)

const Buttons = () => (
  <Part name="Buttons">
    {(['primary', 'secondary', 'ghost', 'danger'] as const).map((look) => (
      <span key={look} className="contents">
        <Button variant={look}>{look}</Button>
        <Button variant={look} disabled>
          disabled
        </Button>
        <Button variant={look} pendingLabel="Working...">
          {look}
        </Button>
      </span>
    ))}
    <IconButton label="Like">
      <Heart size={20} strokeWidth={1.75} />
    </IconButton>
    <Menu
      label="More"
      items={[
        { label: 'Edit', icon: <Pencil size={18} />, onSelect: nothing },
        { label: 'Delete', icon: <Trash size={18} />, danger: true, onSelect: nothing },
      ]}
    >
      …
    </Menu>
  </Part>
)

function Fields() {
  const [text, setText] = useState('')
  const options = [
    ['a', 'The first'],
    ['b', 'The second'],
  ] as const
  return (
    <Part name="Fields">
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <Field label="Plain" value={text} onChange={setText} hint="A hint says what is expected" />
        <Field label="Wrong" value={text} onChange={setText} error="This says what is wrong" />
        <Field label="Lines" multiline value={text} onChange={setText} />
        <Select label="Choice" value="a" options={options} onChange={nothing} error="Not this one" />
      </div>
      <Toolbar>
        <SearchBox label="Search parts" term="" onSearch={nothing} className="w-60" />
        <Select label="Quiet choice" labelHidden value="a" options={options} onChange={nothing} />
      </Toolbar>
    </Part>
  )
}

const People = () => (
  <Part name="People and badges">
    {([20, 32, 36, 40, 64, 112] as const).map((size) => (
      <Avatar key={size} size={size} person={person(`Ada Castellan ${size}`)} />
    ))}
    <Avatar person={{ id: null, name: 'Anonymous', avatar_url: null }} />
    <Logo size={40} />
    {(['plain', 'good', 'warm', 'bad'] as const).map((tone) => (
      <Badge key={tone} tone={tone}>
        {tone}
      </Badge>
    ))}
  </Part>
)

const States = () => (
  <Part name="States">
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Skeleton className="h-24" />
      <Banner text="Something went wrong, in place" onDismiss={nothing} />
      <ErrorState text="Failed to load parts" error={fault} onRetry={nothing} />
      <ErrorState text="Failed to load parts" error={new ApiError(0, {})} onRetry={nothing} />
      <ErrorState title="Something went wrong" text="Failed to load parts" error={fault} onRetry={nothing} />
      <div className="card">
        <ErrorState bare text="Failed to load parts" error={fault} onRetry={nothing} />
      </div>
      <EmptyState
        illustration={<LawnIllustration />}
        title="Nothing here yet"
        text="One sentence, one thing to do."
        action={<Button variant="primary">Do it</Button>}
      />
      <EmptyState illustration={<MailIllustration />} title="No letters" />
      <EmptyState illustration={<GateIllustration className="w-32 text-brand" />} title="No way through" />
      <EmptyState illustration={<StallIllustration className="h-24 text-brand" />} title="Nothing for sale" />
    </div>
  </Part>
)

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <Part name="Dialogs and toasts">
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Question</Button>
      <Button onClick={() => toast.success('It is done')}>Success</Button>
      <Button onClick={() => toast.error('It failed')}>Failure</Button>
      <Button onClick={() => toast.offer('It could be done', { label: 'Do it', onAccept: nothing })}>Offer</Button>
      <Dialog open={open === 'dialog'} onClose={close} title="A dialog" description="And what it is about">
        <p>Pull its head down on a phone; press Escape on a desk.</p>
      </Dialog>
      {open === 'confirm' && (
        <ConfirmDialog
          onClose={close}
          title="Delete part"
          question="Are you sure?"
          confirmLabel="Delete part"
          onConfirm={close}
          isPending={false}
          error="It did not work the last time"
        />
      )}
    </Part>
  )
}
