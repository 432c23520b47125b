import { LawnIllustration, StallIllustration } from '../../../shared/web/ui/illustrations.tsx'

/** Shown where no ad has been booked. */
const houseAd = {
  title: 'Campus Services',
  description: 'Discover exclusive student discounts and services in your area.',
  button: 'Learn More →',
}

/** The installation's own promoted card. Its target '#' is not a link, so the button is decorative. */
export default function HouseAd({ placement, second = false }: { placement: 'sidebar' | 'feed'; second?: boolean }) {
  return (
    <div className="card overflow-hidden">
      {second ? (
        <div className="flex h-24 justify-center bg-brand-soft">
          <LawnIllustration className="h-full" />
        </div>
      ) : (
        <div className="bg-gold-soft text-orange">
          <StallIllustration className={`block w-full ${placement === 'feed' ? 'h-28' : 'h-24'}`} />
        </div>
      )}
      <div className="px-4.5 py-4">
        <p className="text-small text-soft">Sponsored</p>
        <p className="mt-0.5 font-semibold">{houseAd.title}</p>
        <p className="mt-0.5 text-soft">{houseAd.description}</p>
        <p className="mt-2 text-soft">{houseAd.button}</p>
      </div>
    </div>
  )
}
