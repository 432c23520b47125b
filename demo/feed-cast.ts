// Posts of the demo's cast. Long, because it is one list of texts.

import type { Thread } from './feed.ts'

export const cast: Readonly<
  Record<'ada' | 'grace' | 'alan' | 'dean' | 'linus' | 'margaret' | 'head', readonly Thread[]>
> = {
  ada: [
    {
      text: 'My program has two bugs. I know this because I fixed three.',
      comments: [
        { text: 'That’s just how they reproduce.' },
        {
          text: 'Mine passes all the tests. I deleted the test. Everyone’s happy.',
          replies: ['I’m your grader and I can read this.'],
        },
      ],
    },
    {
      text:
        'Office hours report: I explained my problem to the teaching assistant in full detail, with a ' +
        'diagram, and found the mistake myself halfway through the second sentence. She said, “Glad I ' +
        'could help,” and ate her apple.',
      comments: [
        { text: 'She does this all day. She has gone through a lot of apples.' },
        {
          text: 'I use the cat in Marsh Hall for this. The Registrar has solved two of my assignments by ' + 'staring.',
        },
      ],
    },
    {
      text:
        'To the person who wrote “do not turn off, very important, running since March” on the computer ' +
        'in the back corner of the Marsh lab: I looked. It’s been waiting for somebody to press Enter ' +
        'since March.',
      comments: [
        { text: 'Did you press it?' },
        { text: 'I put the note back. It isn’t my place.', byAuthor: true },
        {
          text: 'I know whose it is. He graduated in May.',
          replies: ['Then it’s a memorial.'],
        },
      ],
    },
    {
      text:
        'Pair programming, Thursdays at four, Marsh basement, for anyone in the intro course. I won’t ' +
        'write your code. I’ll sit next to you and say “are you sure?” until one of us learns something. ' +
        'It’s surprisingly effective, and there’s a kettle.',
      comments: [
        { text: 'Went last week. Was not sure. Learned something.' },
        { text: 'Can I come if I’m not in the course and only like the sound of it?' },
        { text: 'The kettle makes no distinction.', byAuthor: true },
        {
          text:
            'You helped me to find a missing bracket for an hour and never once sighed. I’d like this to ' +
            'be known.',
        },
      ],
    },
    {
      text:
        'The dining hall’s new ordering screen greeted me today with “Hello, undefined”. It’s the most ' +
        'accurate anyone’s been all week.',
      comments: [
        { text: 'It called me “null”. I think you’re its favourite.' },
        { text: 'I got “Hello, test test 2”, and so did everybody at my table.' },
      ],
    },
  ],
  grace: [
    {
      text:
        'The maze bot finished in 41 seconds this morning without touching a wall. Not one! I made it do ' +
        'it again, to be sure that it wasn’t luck, and it was 41 again. Demo on the east lawn on Friday ' +
        'at noon. Come and cheer, it can’t hear you, but I can.',
      comments: [
        {
          text: '41! It was at three minutes in October and thought that every corner was the end of the ' + 'world.',
        },
        {
          text: 'I was there. I hugged a person from the mechanics team whom I don’t know.',
          replies: ['Hello. It was a good hug.'],
        },
        { text: 'Will the maze be the cardboard one? I helped to carry it. I was the sail.' },
        { text: 'What happens if it rains?' },
        {
          text:
            'Then it’s in the hall of Pruitt House, same time, and we’ll tape the maze to the dance ' +
            'floor. They’ve said yes, bless them.',
          byAuthor: true,
        },
      ],
    },
    {
      text:
        'Robotics Club is open to everyone, Tuesdays and Thursdays from six, in the workshop behind ' +
        'Marsh Hall. You don’t need to know anything. In my first week I soldered my sleeve to a circuit ' +
        'board. They made me secretary.',
      comments: [
        { text: 'The sleeve’s still on the wall, framed.' },
        {
          text: 'I do literature, and have never held a screwdriver. Truly okay?',
          replies: ['Our best tester does philosophy. She asks it why, and it stops.'],
        },
      ],
    },
    {
      text:
        'Things the maze bot has mistaken for a wall: a shadow, a sandwich, the idea of a sandwich, my ' +
        'shoe, Alan’s shoe, Alan.',
      comments: [
        { text: 'To be fair, he was standing very still.' },
        { text: 'It’s mistaken me for an exit. I was flattered.' },
      ],
    },
    {
      text:
        'Midnight at the workshop. The left wheel squeaks only when nobody’s looking at it. We’ve taken ' +
        'turns at pretending to leave.',
      comments: [
        { text: 'Turn the lights off and wait by the door. That’s how we caught the drill.' },
        { text: 'Is it the bearing?' },
        { text: 'It was a raisin.', byAuthor: true },
      ],
    },
    {
      text:
        'A thank-you to the lady at the hardware counter in town. She’s been selling us single screws ' +
        'all winter without ever once asking what on earth it is. Today I showed her the video. She ' +
        'watched it twice, and then said, “So that’s where my M3s went,” and wiped her glasses.',
      comments: [
        { text: 'She gave me a washer for free once and told me to make something of myself.' },
        { text: 'Please invite her on Friday.' },
        { text: 'She’s got a chair in the front row. It has her name on it.', byAuthor: true },
      ],
    },
  ],
  alan: [
    {
      text:
        'A puzzle for the queue at lunch. You have a 7-minute egg timer and an 11-minute egg timer, and ' +
        'you’d like an egg boiled for exactly 15 minutes, which is a terrible egg. How do you do it?',
      comments: [
        {
          text:
            'Start both. When the 7 runs out, the egg goes in, and there are four minutes left on the ' +
            '11. Then turn the 11 over. Four plus eleven.',
        },
        { text: 'Right, and quickly. You’ve won the egg.', byAuthor: true },
        { text: 'I don’t want the egg.' },
        { text: 'I asked my mother, and she said to look at the clock.' },
      ],
    },
    {
      text:
        'Thirty kilometres this morning: river path, old railway, twice around the reservoir, and home ' +
        'past the boathouse as the sun came up. I solved half of a problem from the number theory sheet ' +
        'at kilometre nineteen, and had forgotten it by twenty-two. Somewhere on that path there’s a ' +
        'rather nice lemma.',
      comments: [
        { text: 'I run there too. If I find it, do I get to name it?' },
        { text: 'The lemma’s by the third gate. The cows have it.' },
        { text: 'I went for a walk to the vending machine and thought of you.' },
      ],
    },
    {
      text:
        'Anyone for an easy long run on Sundays? We meet by the blue door of the boathouse at half past ' +
        'seven. Easy means you could tell a story the whole way, and someone generally does. We wait at ' +
        'every gate.',
      comments: [
        { text: 'Do you really wait? Other groups say that they wait.' },
        {
          text: 'We waited eleven minutes for a man who was talking to a horse.',
          replies: ['It was a long conversation and I stand by it.'],
          byAuthor: true,
        },
        {
          text:
            'I came last Sunday and ran further than ever before because I wanted to hear how the story ' +
            'about the ferry ended.',
        },
      ],
    },
    {
      text:
        'The blackboard in Marsh 310 had a problem left on it, with “any ideas?” beneath. I added a line ' +
        'on Monday. On Tuesday someone had added another, in green, and crossed mine out, quite rightly. ' +
        'It’s Friday. There are five handwritings up there now, and I think we’re nearly done. I don’t ' +
        'know who any of you are.',
      comments: [
        { text: 'I’m green. Sorry about Monday. It was a lovely wrong line.' },
        { text: 'I’m the one with the tiny sevens! I only came in to eat my lunch.' },
        {
          text:
            'The cleaner’s put a “please leave” on it, and added a question mark next to step four. ' +
            'She’s right about step four.',
        },
      ],
    },
  ],
  dean: [
    {
      text:
        'Good morning, Northfield. Hollis Library is open until two every night during exams, and there ' +
        'is soup in the foyer at ten. Please eat something that isn’t from a machine. You’ve worked ' +
        'hard, and it shows.',
      comments: [
        { text: 'Is the soup the tomato one with the tiny pasta?' },
        { text: 'I asked especially. It is.', byAuthor: true },
        { text: 'Thank you, this is kind.' },
      ],
    },
    {
      text:
        'We know about the lift in Marsh Hall. The missing part has been ordered, this time by its full ' +
        'name. Until it’s running, any class can be moved to the ground floor for anyone who needs it: ' +
        'one line to my office is enough, and you don’t have to explain.',
      comments: [
        { text: 'I wrote one line on Monday, and the seminar was downstairs by Tuesday. Thank you.' },
        { text: 'What’s the part’s full name?' },
        { text: 'It’s long, and I’ve come to know it well.', byAuthor: true },
      ],
    },
    {
      text:
        'My door is open on Wednesdays from two to five, with no appointment. You may bring a problem, a ' +
        'complaint, an idea or only your lunch. First-years are especially welcome, and there’s a very ' +
        'comfortable chair.',
      comments: [{ text: 'I went with a complaint and left with a plant.' }, { text: 'Can confirm the chair.' }],
    },
    {
      text:
        'The student council vote is open from Monday to Thursday. It takes two minutes. Eight of your ' +
        'fellow students have been brave enough to put their names forward, so please be kind to all ' +
        'eight, whichever you choose.',
      comments: [{ text: 'Voted. There’s a good fountain in it for all of us.' }],
    },
    {
      text:
        'Snow is on the way tonight. The paths will be cleared by seven, and the first lecture starts an ' +
        'hour later. If you’re on the early shift in the dining hall or the boathouse, take it slowly: ' +
        'nobody will count the minutes. Sledging on the lower field only, please, and not on the canteen ' +
        'trays. I do know about the trays.',
      comments: [
        { text: 'How do you know about the trays?' },
        { text: 'I was once a student here.', byAuthor: true },
        { text: 'An extra hour! On behalf of everyone who’s ever had a nine o’clock, thank you.' },
      ],
    },
  ],
  linus: [
    {
      text:
        'Repair evening is on Thursday after prep, in the old bike shed behind Alder. Bring what’s ' +
        'broken. Last week: four lamps, two zips, a trombone slide, and a toaster that was only full. If ' +
        'I can’t fix it, I’ll at least tell you what it died of.',
      comments: [
        { text: 'You fixed my grandad’s watch. He rang the school to say so.' },
        { text: 'Can you fix a violin case with a cat in it?' },
        { text: 'That’s not broken, that’s occupied.', byAuthor: true },
      ],
    },
    {
      text:
        'The Larch front door shuts. I’ve planed two millimetres off the bottom and given the hinge a ' +
        'drop of oil. I’m sorry to everyone who’d got used to the sigh.',
      comments: [
        { text: 'I couldn’t sleep. It was too quiet. Could you put the sigh back?' },
        {
          text: 'I leaned on it as usual, and it wasn’t there any more, and neither was I.',
          replies: ['We heard that in Rowan.'],
        },
      ],
    },
    {
      text:
        'Does anyone have an old radio that nobody wants? I need one valve, the size of a thumb. In ' +
        'exchange I offer one repair of anything that’s smaller than a cow.',
      comments: [
        { text: 'My gran’s got one in the loft. Will bring it after half-term. We’ve got no cows at all.' },
        { text: 'The physics store has a box marked “do not open, sentimental”. Ask nicely.' },
      ],
    },
    {
      text:
        'I took the common room clock apart to see why it loses six minutes a day. There was a note ' +
        'inside, folded very small, from somebody who’d repaired it in 1974. It said, “It loses six ' +
        'minutes a day. I’ve tried everything. Good luck.” I’ve added my name and put it back.',
      comments: [
        { text: 'This is the best thing that I’ve read this week.' },
        { text: 'So you didn’t fix it?' },
        {
          text: 'Some things are just the way they are. We could have lunch six minutes later.',
          byAuthor: true,
        },
      ],
    },
  ],
  margaret: [
    {
      text:
        'Clear sky tonight! I’ll have the telescope out on the games field from half past eight, with ' +
        'permission. Saturn’s up in the south. You can see the rings, and every single person who looks ' +
        'says the same thing, which is “that’s not real”. Come and say it.',
      comments: [
        { text: 'That’s not real.' },
        {
          text: 'I thought somebody had stuck a sticker on the end. I actually checked.',
          replies: ['Everyone checks. I checked.'],
        },
        { text: 'Thank you for letting the little ones go first. Mine hasn’t stopped talking about it.' },
      ],
    },
    {
      text:
        'I’ve asked for the lamp above the orchard gate to be turned off after ten, and they’ve said ' +
        'yes, for a trial month. If you look up from the second bench now, you can see the Milky Way. ' +
        'It’s been there all the time. It was only a lamp.',
      comments: [
        { text: 'I sat there tonight with half of Rowan, and nobody said a word for ten minutes. Rowan!' },
        { text: 'It was only a lamp. Writing that one inside my pencil case.' },
      ],
    },
    {
      text:
        'Observing log, Tuesday: cloud. Wednesday: cloud. Thursday: cloud, and Pudding sat in the ' +
        'telescope box. Friday: a gap of four minutes, in which I saw one very good star and shouted. ' +
        'Sorry, Alder.',
      comments: [
        { text: 'We thought that somebody had scored.' },
        { text: 'Which star was it?' },
        { text: 'Vega. She says hello.', byAuthor: true },
      ],
    },
    {
      text:
        'Measuring my own light curve this term: one star that gets dimmer and brighter again every few ' +
        'days, and I have to catch it every clear night. I’ve got twenty-three points. I need about ' +
        'forty. If you’re awake at six, and it’s clear, and you’d like to hold a clipboard, there’s ' +
        'cocoa from a flask in it for you.',
      comments: [
        { text: 'I can do Mondays and Thursdays. I’m awake anyway, my roommate hums.' },
        { text: 'Held the clipboard today. My hands have gone, but I was there for point twenty-four.' },
      ],
    },
  ],
  head: [
    {
      text:
        'Good evening, Easton. The first frost is here. Coats on for the walk to breakfast, please, and ' +
        'look at the orchard on your way. It won’t look like this for long.',
      comments: [
        { text: 'It’s all white, even the ladder.' },
        { text: 'I was late to breakfast because of it. You did say to look.' },
        { text: 'I did. You’re excused.', byAuthor: true },
      ],
    },
    {
      text:
        'Thank you to everyone who helped to clear up after the storm. I counted sixty of you with ' +
        'rakes, and three with a teapot, which was every bit as useful. The old pear by the chapel came ' +
        'down. We’ll plant a new one together in March.',
      comments: [
        { text: 'Could we make something from the wood? There’s a lot of it, and it’s beautiful.' },
        { text: 'What a good idea. Come and see me, and bring somebody who owns a saw.', byAuthor: true },
      ],
    },
    {
      text:
        'Exams begin on Monday. Sleep is worth more than one last page. My study light will be on until ' +
        'nine each evening, and if you’re worried, you may simply come in and sit down.',
      comments: [
        { text: 'I came in and sat down on Thursday. We didn’t even talk about exams. It helped.' },
        { text: 'Thank you. I’ve sent this one to my mother too.' },
      ],
    },
    {
      text:
        'A word about the trays. They belong in the dining room. I admit that they also belong on the ' +
        'hill, for one afternoon a year, and that this afternoon has now been. It was a very fine one.',
      comments: [
        { text: 'You were faster than the whole of Rowan.' },
        { text: 'Are we allowed to call it a tradition?' },
        { text: 'Let’s see if it snows next year.', byAuthor: true },
      ],
    },
  ],
}
