import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ConfirmDialog } from './ui/ConfirmDialog.tsx'
import { DetailDialog } from './ui/DetailDialog.tsx'

afterEach(cleanup)

function DeleteButton({ name, onDeleted }: { name: string; onDeleted: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `Delete ${name}`
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <ConfirmDialog
          onClose={() => setIsOpen(false)}
          title={label}
          question="Delete?"
          confirmLabel="Yes"
          onConfirm={onDeleted}
          isPending={false}
        />
      )}
    </>
  )
}

function Cards({ names, comments = [] }: { names: string[]; comments?: string[] }) {
  const [cards, setCards] = useState(names)
  const [items, setItems] = useState(comments)
  const [shown, setShown] = useState<string>()
  return (
    <main>
      <h1 tabIndex={-1}>Confessions</h1>
      {cards.map((name) => (
        <article key={name} aria-label={name}>
          <DeleteButton name={name} onDeleted={() => setCards(cards.filter((other) => other !== name))} />
          <button type="button" onClick={() => setShown(name)}>
            Open {name}
          </button>
          <ul>
            {items.map((item) => (
              <li key={item} aria-label={item}>
                <DeleteButton name={item} onDeleted={() => setItems(items.filter((other) => other !== item))} />
              </li>
            ))}
          </ul>
        </article>
      ))}
      {shown && (
        <DetailDialog
          onClose={() => setShown(undefined)}
          what="Card"
          item={shown}
          isPending={false}
          error={null}
          onRetry={() => undefined}
          goneText=""
          failureText=""
          actions={(name) => (
            <DeleteButton
              name={`${name} here`}
              onDeleted={() => {
                setCards(cards.filter((other) => other !== name))
                setShown(undefined)
              }}
            />
          )}
        >
          {() => null}
        </DetailDialog>
      )}
    </main>
  )
}

/** Opens the dialog from its focused button, and confirms. */
async function remove(name: string) {
  const button = screen.getByRole('button', { name: `Delete ${name}` })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }))
}

const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()))

test('after a deletion the next card has the focus, and after the last one the heading of the page', async () => {
  render(<Cards names={['one', 'two']} />)
  await remove('one')
  await expectFocus(() => screen.getByRole('article', { name: 'two' }))
  await remove('two')
  await expectFocus(() => screen.getByRole('heading', { name: 'Confessions' }))
})

test('after the deletion of a comment the next one has the focus, and after the last one its post', async () => {
  render(<Cards names={['post']} comments={['first', 'second']} />)
  await remove('first')
  await expectFocus(() => screen.getByRole('listitem', { name: 'second' }))
  await remove('second')
  await expectFocus(() => screen.getByRole('article', { name: 'post' }))
})

test('a card that is deleted in its details leaves the focus to the next card', async () => {
  render(<Cards names={['one', 'two']} />)
  const open = screen.getByRole('button', { name: 'Open one' })
  open.focus()
  fireEvent.click(open)
  await screen.findByRole('dialog')
  await remove('one here')
  await expectFocus(() => screen.getByRole('article', { name: 'two' }))
})

test('a cancelled deletion restores the focus', async () => {
  render(<Cards names={['one', 'two']} />)
  const button = screen.getByRole('button', { name: 'Delete one' })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expectFocus(() => button)
})
