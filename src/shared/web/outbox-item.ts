/** One call of the API as data. `Reply` exists only as a type: what is stored outlives the release that stored it. */
export type StoredCall<Reply = unknown> = {
  readonly reply?: Reply
  /** Method and path of the route. */
  readonly route: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** A file that is uploaded before its item is sent. Either the content or the URL of an uploaded file is known. */
export type StoredFile = {
  readonly name: string
  readonly purpose: string
  readonly file?: File
  readonly url?: string
  /** Milliseconds since 1970: files that no item contains are deleted by the server after a day. */
  readonly uploaded_at?: number
  /** The item is sent without it. It keeps its place, so that the others keep theirs. */
  readonly is_left_out?: boolean
}

/** The files that an item is sent with. */
export const sentFiles = ({ files = [] }: Pick<OutboxItem, 'files'>): readonly StoredFile[] =>
  files.filter(({ is_left_out }) => !is_left_out)

/** What a settable state should become: an RSVP, a favorite, a like, a vote. */
export type StoredWish = {
  readonly wish: boolean | string | null
  /** The state last received. */
  readonly known: boolean | string | null
  /** Where the reply contains the state: `data.user_vote`. */
  readonly field: string
  /** What it contains when the wish is fulfilled. */
  readonly fulfilled: boolean | string | null
  /** An attempt may have arrived, although its reply was lost. */
  readonly is_uncertain: boolean
}

export type OutboxItem = {
  /** Idempotency key: retries create the item once. */
  readonly key: string
  /** The user who wrote it. */
  readonly by: string
  /** Items of one target are sent in order. Only the last wish per target is kept. */
  readonly target: string
  /** `Message to Ada`. */
  readonly title: string
  readonly text: string
  /** The page that shows where it belongs. */
  readonly link: string
  /** Drafts by name: restored to edit the item on its page. Absent where the drafts would not be complete. */
  readonly drafts?: readonly { readonly name: string; readonly value: string; readonly isLong?: boolean }[]
  readonly call: StoredCall
  readonly files?: readonly StoredFile[]
  /** The field of the body that receives the URLs of the files: one, or a list. `voice.url` is a field within `voice`. */
  readonly filesField?: { readonly name: string; readonly isList: boolean }
  readonly wish?: StoredWish
  /** Routes: what is loaded from their paths, and below, is loaded again once it is sent. */
  readonly refresh: readonly string[]
  /** What its feature needs to show it. */
  readonly details?: unknown
  /** Milliseconds since 1970. */
  readonly created_at: number
  /** The user has confirmed that it is sent although it is old. */
  readonly is_confirmed?: boolean
  /** Not before this time, in milliseconds since 1970: the server has asked to wait. */
  readonly not_before?: number
  /** Why the server has refused it. */
  readonly refusal?: { readonly status: number; readonly message: string }
}

/** What a caller writes of an item. */
export type NewItem = Omit<OutboxItem, 'created_at' | 'by' | 'is_confirmed' | 'not_before' | 'refusal'>

/** The wish of a toggle. */
export type StoredToggle = Omit<NewItem, 'key' | 'target' | 'wish'> & Pick<StoredWish, 'field' | 'fulfilled'>

/** The server forgets keys after two days: an older item could be created twice. */
const maxAgeMs = 40 * 3_600_000

/** Whether the user must be asked before it is sent. */
export const isOld = ({ created_at, is_confirmed }: OutboxItem): boolean =>
  is_confirmed !== true && Date.now() - created_at > maxAgeMs

/** Whether it may be sent without a further word of the user. */
export const isSendable = (item: OutboxItem): boolean => item.refusal === undefined && !isOld(item)

/** The files of an item with one of them changed. */
export const withFile = (files: OutboxItem['files'] = [], place: number, change: (file: StoredFile) => StoredFile) => ({
  files: files.map((file, index) => (index === place ? change(file) : file)),
})
