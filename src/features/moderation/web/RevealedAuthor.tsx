import type { Reply } from '../../../shared/contract.ts'
import type { seals } from '../seal-contract.ts'

/** The name behind a seal, for the people who may read it. */
export const RevealedAuthor = ({ author }: { author: Reply<typeof seals.author>['data'] }) => (
  <p role="status">
    This was written by <span className="font-semibold wrap-anywhere">{author.name}</span> ({author.email}). You can see
    the name in the report for 60 minutes.
    {author.text_changed && (
      <span className="mt-2 block font-medium text-danger">
        The text changed after it was sealed. It may not be the author’s.
      </span>
    )}
  </p>
)
