import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { GroupMark } from '../../groups/web/GroupMark.tsx'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import { groupPostsApi } from '../contract.gen.ts'
import type { LatestGroupPost } from '../contract.ts'

/** The place that has the posts: a user who returns to the feed finds everything at its former height. */
let shownAt: number | undefined

/**
 * The latest posts of the viewer's groups, in the feed at the first of several places that is below the screen. A failure
 * looks like no posts.
 */
export default function InYourGroups({ at }: { at: number }) {
  const place = useRef<HTMLDivElement>(null)
  const { data } = useQuery(query(groupPostsApi.latest))
  const posts = data?.data ?? []
  const hasPosts = posts.length > 0
  const [isVisible, setIsVisible] = useState(shownAt === at && hasPosts)
  // What is on the screen must not move: waits until its place is below it.
  useEffect(() => {
    if (!hasPosts || isVisible || !place.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry || entry.boundingClientRect.top < innerHeight || (shownAt ?? at) !== at) return
      shownAt = at
      setIsVisible(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [hasPosts, isVisible, at])
  return (
    <div ref={place}>
      {isVisible && (
        <section aria-labelledby="in-your-groups" className="card overflow-hidden pt-3 desk:mt-4">
          <div className="flex items-center justify-between px-4.5">
            <h2 id="in-your-groups" className="text-card">
              In your groups
            </h2>
            <Link to="/groups" className="flex min-h-11 items-center font-semibold text-brand hover:underline">
              All groups
            </Link>
          </div>
          <ul className="divide-y divide-line">
            {posts.map((post) => (
              <li key={post.id}>
                <ItemFilter place="groups" text={post.text} author={null}>
                  <Compact post={post} />
                </ItemFilter>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const Compact = ({ post: { id, group, author_name, text, image_url, created_at } }: { post: LatestGroupPost }) => (
  <Link
    to={`/groups/${group.id}#${id}`}
    className="flex min-h-18 items-center gap-3 px-4.5 py-3 -outline-offset-2 transition-colors hover:bg-sunken"
  >
    <GroupMark group={group} />
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <span className="truncate font-semibold">{group.name}</span>
        <Time at={created_at} className="ml-auto shrink-0 text-small text-faint" />
      </span>
      <span dir="auto" className="line-clamp-2 text-small wrap-anywhere text-soft">
        {author_name}: {text}
      </span>
    </span>
    {image_url && (
      <img
        src={image_url}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        className="size-12 rounded-control object-cover"
      />
    )}
  </Link>
)
