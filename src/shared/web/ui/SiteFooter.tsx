import { Link } from 'react-router'

/** The end of a page or of the right column: where people without an account report something. */
export const SiteFooter = ({ className = '', onFollow }: { className?: string; onFollow?: () => void }) => (
  <footer className={`text-small text-soft ${className}`}>
    <Link to="/notice" onClick={onFollow} className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
      Report something without an account
    </Link>
  </footer>
)
