// Types of the demo feed's texts, and short comments that fit under almost any friendly post.

// A post and its comments; an anonymous one shows no name.
export type Thread = {
  readonly text: string
  readonly anonymous?: true
  readonly comments: readonly Remark[]
}

// A comment; `byAuthor` marks one by the author of the post.
export type Remark = {
  readonly text: string
  readonly replies?: readonly string[]
  readonly byAuthor?: true
}

export const remarks: readonly string[] = [
  'This made my morning.',
  'Saving this one for a grey day.',
  'I read this out loud to my whole kitchen.',
  'Seconded.',
  'I needed this today, thank you.',
  'Same here, honestly.',
  'This is why I like this place.',
  'Please keep us posted.',
  'Ha, so true.',
  'I didn’t expect to smile before nine, but here we are.',
  'Count me in.',
  'You put it better than I could have.',
  'My roommate just asked what I’m laughing at.',
  'I’ve been thinking about this all day.',
  'Lovely.',
  'More of this, please.',
  'I know exactly what you mean.',
  'You’re not the only one.',
  'Good on you.',
  'I’m telling everyone at dinner.',
  'This deserves to be on a wall somewhere.',
  'Can’t argue with that.',
  'I came here to say the same thing.',
  'Well said.',
  'Somebody had to say it.',
  'Oh, I felt that.',
  'Sending this to my sister.',
  'A small masterpiece.',
  'You’ve got a whole table of us nodding.',
  'I was going to bed, and now I’m reading this twice.',
  'Made me look up from my notes. Worth it.',
  'Strong agree from the back row.',
  'I’m glad that you wrote this down.',
  'This is going in the yearbook.',
  'Now I want to hear the rest of it.',
  'Never change.',
  'I owe you a tea for this.',
  'It’s the little things, isn’t it.',
  'Best thing I’ve read today.',
  'Quietly applauding in the library.',
  'Okay, that got me.',
  'I have nothing to add, I just wanted to be here.',
  'Say hi the next time you see me around.',
  'Filed under “true”.',
  'You have my full support.',
  'That’s so us.',
  'Reading this on the way to class, nearly missed the door.',
  'I believe every word.',
  'Wonderful. Simply wonderful.',
  'My day’s improved by about ten percent.',
  'Wish I’d thought of that.',
  'Right? I thought I was the only one.',
  'Thanks for sharing this.',
  'I’d like to hear this as a song.',
  'Now I’m grinning at a wall.',
  'Proud to be at the same school.',
  'This one’s a keeper.',
  'Warm greetings from the third floor.',
  'I laughed, then I thought about it, then I laughed again.',
  'Perfect. No notes.',
]
