export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <ul aria-label="Tags" className="flex flex-wrap gap-2">
    {tags.map((tag) => (
      <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-3 py-1 text-small text-soft">
        {tag}
      </li>
    ))}
  </ul>
)
