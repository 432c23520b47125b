// Listings of the demo's students: titles, descriptions, and subjects of their pictures.
import type { Category, Condition } from '../src/features/marketplace/contract.ts'
import type { Subject } from './pictures/photos.ts'

type Good = {
  readonly title: string
  readonly text: string
  /** In the school's currency. */
  readonly price: number
  readonly category: Category
  readonly condition: Condition
  readonly picture?: Subject
}

const good = (
  category: Category,
  condition: Condition,
  price: number,
  title: string,
  text: string,
  picture?: Subject,
): Good => ({ title, text, price, category, condition, ...(picture ? { picture } : {}) })

const goods: readonly Good[] = [
  good(
    'textbooks',
    'good',
    18,
    'Linear Algebra, third edition',
    'Some pencil in the margins, mostly right. The chapter on eigenvalues has a tea stain that I have grown fond of.',
    'books',
  ),
  good(
    'textbooks',
    'like-new',
    24.5,
    'Organic chemistry, with the model kit',
    'The kit has all its carbons. One hydrogen is a bead from a bracelet.',
    'books',
  ),
  good(
    'textbooks',
    'fair',
    6,
    'Five novels for the survey course',
    'All of them, in the order in which you will need them.',
    'books',
  ),
  good(
    'textbooks',
    'good',
    11,
    'Statistics for people who would rather not',
    'Helped me. Would rather not keep it.',
    'books',
  ),
  good(
    'textbooks',
    'poor',
    2,
    'Latin grammar without a cover',
    'The back half of the index is missing too. Amo, amas, and so on.',
    'books',
  ),
  good('textbooks', 'like-new', 30, 'Introduction to algorithms', 'Heavy enough to press flowers. I did.', 'books'),
  good(
    'textbooks',
    'good',
    9.9,
    'Economics reader, last year’s',
    'The page numbers differ by two from this year’s. That is all.',
  ),
  good('textbooks', 'new', 15, 'Sketchbook set, never opened', 'A present from someone who thinks that I draw.'),
  good(
    'electronics',
    'good',
    45,
    'Headphones with a new cushion',
    'The left cushion is new, the right one is honest.',
    'headphones',
  ),
  good(
    'electronics',
    'like-new',
    60,
    'Noise cancelling headphones',
    'My roommate moved out, so there is nothing left to cancel.',
    'headphones',
  ),
  good(
    'electronics',
    'fair',
    140,
    'Laptop from three years ago',
    'Runs everything but the newest games. The sticker of a duck stays.',
    'laptop',
  ),
  good(
    'electronics',
    'good',
    210,
    'Laptop, thirteen inches',
    'Battery lasts a lecture and a half. Charger included.',
    'laptop',
  ),
  good('electronics', 'good', 14, 'Kettle, very fast', 'Two minutes for three cups. Descaled this weekend.', 'kettle'),
  good(
    'electronics',
    'like-new',
    19,
    'Kettle with a thermometer',
    'For those who have opinions about green tea.',
    'kettle',
  ),
  good('electronics', 'fair', 8, 'Graphing calculator', 'The key for sine needs a firm finger.'),
  good('electronics', 'good', 35, 'Second screen, 24 inches', 'Comes with the cable that I spent a week looking for.'),
  good('electronics', 'poor', 0, 'Printer, for parts', 'It knows what it did.'),
  good('electronics', 'good', 25, 'Mechanical keyboard', 'Loud. My neighbours ask me to tell you that it is loud.'),
  good('furniture', 'good', 12, 'Desk lamp', 'Bends where you want it. Bulb included.', 'desk lamp'),
  good('furniture', 'like-new', 16, 'Reading lamp, green', 'From a grandmother who read a lot.', 'desk lamp'),
  good('furniture', 'fair', 10, 'Kitchen chair', 'Holds me and my brother together. Tested.', 'chair'),
  good('furniture', 'good', 22, 'Desk chair without wheels', 'It stays where it is, which is more than I do.', 'chair'),
  good(
    'furniture',
    'good',
    28,
    'Armchair from the common room sale',
    'You have to carry it down from the third floor. I help.',
    'chair',
  ),
  good('furniture', 'fair', 15, 'Bookshelf, five boards', 'One board is from another shelf and proud of it.'),
  good(
    'furniture',
    'good',
    0,
    'Carpet, two by three metres',
    'Free to anyone who collects it. It has seen some parties.',
  ),
  good('furniture', 'good', 9, 'Monstera cutting in a pot', 'Has two new leaves since October.', 'plant'),
  good('furniture', 'new', 5, 'Spider plant babies', 'There are eleven of them. Please.', 'plant'),
  good('furniture', 'good', 7, 'Snake plant', 'Survived my exams, so it survives anything.', 'plant'),
  good('clothing', 'good', 26, 'Rain jacket, medium', 'Dry through the whole of last November.', 'jacket'),
  good(
    'clothing',
    'like-new',
    40,
    'Winter coat, large',
    'Bought before I knew that I would move to the warm building.',
    'jacket',
  ),
  good('clothing', 'fair', 8, 'Denim jacket with patches', 'The patches are sewn on properly. By hand.', 'jacket'),
  good('clothing', 'good', 17, 'Backpack, thirty litres', 'All zips work. Smells of nothing.', 'backpack'),
  good('clothing', 'like-new', 33, 'Hiking backpack', 'Two hikes, one of them cancelled.', 'backpack'),
  good('clothing', 'new', 12, 'Team hoodie, small', 'They ordered too many smalls.'),
  good('clothing', 'good', 20, 'Suit for one interview', 'Worked. Dry-cleaned since.'),
  good('other', 'good', 75, 'Guitar with a soft case', 'Stays in tune longer than I do.', 'guitar'),
  good('other', 'fair', 38, 'First guitar', 'New strings, old scratches.', 'guitar'),
  good(
    'other',
    'good',
    95,
    'Bicycle, red, seven gears',
    'New brake pads in September. Lock included, with both keys.',
    'bicycle',
  ),
  good('other', 'fair', 55, 'Bicycle that squeaks', 'It announces you. Otherwise sound.', 'bicycle'),
  good('other', 'like-new', 48, 'Chess set, wooden', 'Every pawn present and correct.', 'chess'),
]

/** All listings, the same at each school. */
export const allGoods = goods

/** Subject of a listing's picture. */
export const goodPicture = (title: string): Subject | undefined => goods.find((one) => one.title === title)?.picture
