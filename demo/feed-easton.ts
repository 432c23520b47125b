// Posts, comments and replies of Easton Academy in the demo. Long, because it is one list of texts.

import type { Thread } from './feed.ts'

export const eastonThreads: readonly Thread[] = [
  {
    text:
      'Rowan has won the inter-house quiz by one point, and that point was for knowing the name of the ' +
      'school’s own pond. It’s called Gladys. It has always been called Gladys. Read your handbooks.',
    comments: [
      { text: 'Larch demands to see the handbook.' },
      {
        text: 'I’ve lived here four years and called it “the pond” to its face.',
        replies: ['She knows.'],
      },
    ],
  },
  {
    text:
      'Lost: one rugby sock, left foot, name tape says something but not my something, as I borrowed it. ' +
      'The owner of the name tape is not to be told.',
    comments: [
      {
        text: 'I can read, and that’s my sock.',
        replies: ['Ah.'],
      },
    ],
  },
  {
    text:
      'To the person on Alder second who plays the recorder after lights out: we can hear it through the ' +
      'pipes. All of the pipes. It is also in the kitchen.',
    comments: [
      { text: 'In Larch we thought it was the boiler, and that the boiler was sad.' },
      {
        text: 'It’s getting better, though. The middle bit was nearly a tune last night.',
        replies: ['It is a sea shanty. Thank you.'],
      },
      {
        text: 'My room’s above the pipes. I’ve got a request for Thursday, please, the one with the hop in ' + 'it.',
      },
    ],
  },
  {
    text: 'It’s crumble.',
    comments: [
      {
        text: 'Apple or plum?',
        replies: ['BOTH.'],
      },
      { text: 'The whole of Rowan just stood up.' },
    ],
  },
  {
    text:
      'Tuck shop news. The sherbet lemons are in, the red laces are out, and there’s a new rule of three ' +
      'items per person until the queue stops going round the bell tower.',
    comments: [
      { text: 'The queue had its own queue today.' },
      {
        text: 'What if one of my three items is a bag with many items in it?',
        replies: ['A lawyer in the making. Matron says no.'],
      },
      {
        text: 'Is the tuck shop open on Sunday after chapel, or only before prep?',
        replies: ['Sunday two till four. Exact change makes you popular.'],
      },
    ],
  },
  {
    text:
      'Cross-country was called off because of ice, so the whole team ran to the notice board to check. ' +
      'Twice. Slowest times of the season.',
    comments: [
      { text: 'I fell over at the board. Does this count towards my personal best?' },
      { text: 'Coach counted us and said, “Well, there’s the warm-up.”' },
      { text: 'The notice board is now the most trained-for corner of the course.' },
    ],
  },
  {
    text:
      'The orchard is open for picking after lunch on Saturday. Bring something to carry apples in that ' +
      'isn’t your shirt. They remember last year.',
    comments: [
      { text: 'My shirt remembers as well. It’s still sticky.' },
      {
        text: 'The big tree by the wall has the sweet ones, the little crooked one has the best for baking.',
        replies: ['The crooked one is called Matron’s tree. She planted it in her first year here.'],
      },
      {
        text: 'Is it all right to pick for home? My grandfather makes a chutney that can be heard.',
        replies: ['One bag each for home. Bring us a jar.'],
      },
    ],
  },
  {
    text:
      'A complete list of the noises in Larch at night, for the new first-years, so that you needn’t lie ' +
      'awake like I did.\n\n' +
      '1. Tok. Tok. Tok. The radiator by the stairs. It goes on until eleven and then stops as if it had ' +
      'been told to.\n' +
      '2. A long sigh. That is the front door. It never closes properly, and the wind leans on it.\n' +
      '3. Small feet overhead. Pigeons. There is nobody in the attic. We’ve looked, with torches, and ' +
      'then again with a housemaster.\n' +
      '4. A kind of humming. That’s the drinks machine in the hall. If you kick it, it hums a different ' +
      'note, but please don’t.\n' +
      '5. Somebody talking. That’s Rowan, across the yard. Sound comes over the pond. They can hear us ' +
      'too, so be nice about them.\n' +
      '6. Footsteps, soft, at about half past eleven. That’s Matron doing her round. She stops outside ' +
      'each door for a moment. I asked her once what she was listening for, and she said, “Nothing. ' +
      'That’s what I like to hear.”\n\n' +
      'In my first week, number six was the scariest one. By half-term I couldn’t get to sleep before it.',
    comments: [
      {
        text:
          'I’m in my last year, and I just read this in the common room and had to look out of the ' +
          'window for a while.',
      },
      {
        text: 'Number three still isn’t pigeons on a Sunday.',
        replies: ['Stop it.'],
      },
      {
        text: 'My little brother starts in Larch next year, I’ve sent him this. He’s asked me how many ' + 'pigeons.',
      },
      { text: 'Alder list: 1. The recorder.' },
    ],
  },
  {
    text:
      'I cried on the phone to my mum on Sunday and told everyone in my dorm that it was hay fever. It’s ' +
      'November. Nobody said anything. Someone left a packet of tissues on my desk with “for the hay ' +
      'fever” on it.',
    anonymous: true,
    comments: [
      { text: 'Hay fever is terrible in November. I had it for the whole of my first term.' },
      {
        text:
          'It gets better around the time the clocks change, then it comes back for a day after the ' +
          'holidays, then it mostly goes. Signed, five years of hay fever.',
        replies: ['It goes completely when you’re the one leaving the tissues.'],
      },
      {
        text: 'Matron’s kitchen is open until nine, and you don’t need a reason. She’ll ask you to dry a cup.',
      },
    ],
  },
  {
    text:
      'Prep supervisor tonight said, “I don’t mind what you do, as long as it is silent and improves ' +
      'you.” So I’ve been lying under the table improving.',
    comments: [],
  },
  {
    text:
      'Found in the laundry: a blazer, size enormous, and in the inside pocket a very old conker with a ' +
      'face drawn on it. The conker is being looked after. Please describe the face to claim.',
    comments: [
      {
        text: 'Two dots and a moustache.',
        replies: ['It’s yours. We’d become fond of him.'],
      },
      {
        text: 'Reunited. I’m told that his name is Humphrey, and that he enjoyed the tumble dryer.',
        byAuthor: true,
      },
      { text: 'Can I visit him?' },
    ],
  },
  {
    text:
      'It’s official: the school play is the one with the shipwreck, and they’re going to flood the ' +
      'stage. A bit. With blue sheets. But a lot of blue sheets.',
    comments: [
      { text: 'They’ve asked every dorm for blue sheets. I’m sleeping on a towel for art.' },
      {
        text: 'Auditions are on Wednesday in the old gym. You only need to shout across an imaginary storm.',
        replies: ['I’ve been shouting across a real dorm for years. I’m ready.'],
      },
    ],
  },
  {
    text: 'Debate: which house has the best breakfast table? I say Alder. We’ve got the toaster with the ' + 'window.',
    comments: [
      { text: 'Rowan is nearest to the porridge. Case closed.' },
      {
        text: 'Nearest to the porridge isn’t the boast you think it is.',
        replies: [
          'You’ve never had it with the brown sugar from the hidden jar.',
          'There is a hidden jar?',
          'There is no hidden jar.',
        ],
      },
      { text: 'Larch has the sun from half past seven. You can keep your toasters, we’re golden.' },
      {
        text: 'Larch has one working knife.',
        replies: ['And we share it like a family.'],
      },
      {
        text:
          'The toaster with the window is only good until somebody puts a crumpet in it. Then you watch ' +
          'it suffer.',
      },
      {
        text:
          'As somebody on kitchen duty this week: the best table is the one which stacks its bowls. So, ' +
          'none of you.',
        replies: ['Alder stacked on Monday!', 'It was a tower. It had a flag.'],
      },
      { text: 'The best table is the little one by the hatch. You get whatever breaks.' },
      { text: 'I’m a day pupil, and I come in early just for the argument.' },
      {
        text:
          'I sat at every table for a week for my geography project. Alder is the warmest (16.5 ' +
          'degrees), Rowan the loudest, Larch finishes the jam first. There’s a graph.',
        replies: ['Miss, this graph should hang in the hall.'],
      },
      { text: 'The little table by the hatch has gone quiet because we’ve got pancakes.' },
      {
        text: 'Can we all agree about Friday, at least?',
        replies: ['Nobody has ever disagreed about Friday.'],
      },
      { text: 'The hidden jar’s been moved. I wish to know by whom.' },
      { text: 'Not Gladys’s fault, before anybody says it.' },
    ],
  },
  {
    text: 'Lights out in three minutes, and I’ve just remembered Latin.',
    comments: [{ text: 'You have break tomorrow. And hope.' }],
  },
  {
    text:
      'Is anybody else’s chemistry practical partner scared of the burner? Mine hides behind the big ' +
      'textbook. I’m also scared, but someone has to hold the match.',
    comments: [
      { text: 'It’s me, I’m the partner. You’re very brave, and the book is very thick.' },
      { text: 'Sir says that a bit of fear is the correct amount.' },
    ],
  },
  {
    text:
      'I’m the prefect on the prep desk this term. Here are the excuses I have heard in person, in the ' +
      'order of how much I believed them:\n\n' +
      '10. “I left it in Larch.” (You live in Rowan.)\n' +
      '9. “I thought it was a different Tuesday.”\n' +
      '8. “My pen is a slow pen.”\n' +
      '7. “It’s finished, but in my head, where it is very good.”\n' +
      '6. “There was a bee.” (January.)\n' +
      '5. “I did somebody else’s by accident, and his was harder.”\n' +
      '4. “I lent my ruler to someone and couldn’t go on without straight lines.”\n' +
      '3. “The cat was on it, and you’ve said yourself that one mustn’t wake her.”\n' +
      '2. “I read on to see what happens next, and then it was lights out.” (History. I gave her another ' +
      'day.)\n' +
      '1. “I didn’t understand it, and I was too embarrassed to ask.” Only one person said this one. She ' +
      'said it very quietly, and the whole row behind her breathed out. Then five hands went up. We did ' +
      'the thing again from the beginning, and it turned out that the board had been wrong. So now ' +
      'number one is my favourite, and I try to use it before the other nine.',
    comments: [
      { text: 'The board had been WRONG. I’d been blaming my whole family for that equation.' },
      {
        text: 'There really was a bee. I stand by it.',
        replies: ['It was January.', 'He was early.'],
      },
      { text: 'Number five is the most generous thing I’ve ever heard.' },
    ],
  },
  {
    text:
      'Half-term bus list is up outside the office. If your name’s spelled wrong, then that’s your name ' +
      'until Tuesday.',
    comments: [
      {
        text: 'I’ll be travelling as Brain.',
        replies: ['Hi Brain. I’m Gorge.'],
      },
    ],
  },
  {
    text:
      'I’ve grown eleven centimetres since September, and my trousers have become a topic. Does anyone ' +
      'have a long pair they’ve given up on?',
    comments: [],
  },
  {
    text:
      'To everyone who came to the away match in the rain, with the drum: we could hear you from the far ' +
      'end. We lost by two, and it felt like four fewer.',
    comments: [
      { text: 'The drum’s drying in the boiler room. It’ll never be the same, and neither will I.' },
      { text: 'Best loss of the season. You didn’t stop running once.' },
      {
        text: 'I had the drum. I can’t lift my arms. Same again on Saturday?',
        replies: ['Same again on Saturday.'],
      },
    ],
  },
  {
    text:
      'Kitchen cat report: Pudding has had a haircut, because of burrs. She isn’t speaking to anybody. ' +
      'She looks like a very small lion with regrets.',
    comments: [
      { text: 'I bowed to her, and she blinked at me. I think we’re good.' },
      {
        text:
          'She spent prep in the music room, in the case of the double bass. With the lid half closed, ' +
          'and sighing.',
        replies: ['The orchestra has been told to play softly until it grows back.'],
      },
      { text: 'She looked at herself in the piano lid for a full minute and left by the window.' },
    ],
  },
  {
    text:
      'I want to write something about the cross-country course, now that I’ve only got one more race on ' +
      'it.\n\n' +
      'You start on the games field, where everyone can see you, so everybody starts too fast. Then ' +
      'comes the gate, where you learn manners. Then the long wall, with the wind. My first year I ' +
      'walked the wall, every time. A girl in the sixth form, I never found out who, used to come past ' +
      'me there and say “next post”, just that, “next post”, and I’d run to the next post.\n\n' +
      'Then the wood, where it’s soft and you can’t hear anybody, and you think you might be the only ' +
      'person alive. Then Heartbreak, which isn’t even a big hill. It’s just in the wrong place. And ' +
      'then the orchard. You come in at the top, between the trees, and it’s downhill and smells of ' +
      'apples till about November, and there’s somebody at the bottom with a stopwatch calling out ' +
      'numbers, and you’re flying, you really are, even if you’re second to last. I was mostly second to ' +
      'last.\n\n' +
      'On Saturday I passed a first-year at the wall. He was walking, with his hands on his hips, ' +
      'looking very cross. I heard myself say it before I’d thought of it. Next post.',
    comments: [
      { text: 'That was me at the wall. I did run to the next post. And the one after it.' },
      {
        text:
          'I was the one with the stopwatch for two years. Everybody’s flying at the bottom. I never ' +
          'told anyone their real face.',
      },
      {
        text: 'Heartbreak is exactly in the wrong place. Four years and I couldn’t have said why.',
        replies: ['It’s the gate. The gate makes you think it’s over.'],
      },
    ],
  },
  {
    text:
      'I asked to move to a different dorm, and then they were all really lovely to me in the last week, ' +
      'and I don’t want to go any more. How do you take something like that back?',
    anonymous: true,
    comments: [
      {
        text:
          'You go to your housemaster and say “I’d like to stay after all”. It takes about twenty ' +
          'seconds, I did it in my second year, and he only said “good”.',
      },
      { text: 'They may well want you to stay. Nobody’s lovely for a whole week by accident.' },
      {
        text: 'I said it. It was more like ten seconds. I’m staying.',
        replies: ['This is the best thing on here all term.'],
        byAuthor: true,
      },
      {
        text: 'From somebody who might be in your dorm and may or may not have organised the loveliness: ' + 'good.',
      },
    ],
  },
  {
    text:
      'Snow!! Prep is suspended until four!! By order of the actual headmistress, who has gone out with ' + 'a tray!!',
    comments: [
      { text: 'She’s fast. She steers with her boots.' },
      {
        text: 'I got overtaken by a head of school on a dinner tray. I’m putting it on my university ' + 'application.',
      },
      { text: 'Whoever built the ramp by the chapel: superb work, and please tell us next time.' },
      { text: 'I’ve had three hot chocolates and can see sounds.' },
    ],
  },
  {
    text:
      'House singing. Alder’s sung the same song in three keys at once and called it harmony. The judge ' +
      'called it brave.',
    comments: [
      { text: 'It was four keys. I was the fourth.' },
      { text: 'Rowan did actions. We’ll be living with that.' },
    ],
  },
  {
    text:
      'Does the maths clinic still happen on Wednesdays? I’ve got a friend with a problem about ' +
      'quadratics. The friend is me.',
    comments: [
      { text: 'Every Wednesday after tea, room six, with the good biscuits. Lots of friends come.' },
      { text: 'I was the friend last year. I now explain it to other people’s friends.' },
    ],
  },
  {
    text:
      'Whoever swapped all the portraits in the front hall so that they look at each other: that must ' +
      'have taken hours. It’s the best thing I’ve seen. The founder looks shocked at last.',
    comments: [
      { text: 'I’d been wondering why the hall felt like gossip.' },
      {
        text:
          'They’ve decided to leave it until the end of term. The second founder has apparently been ' +
          'asking for that view since 1911.',
      },
      {
        text:
          'The lady with the little dog is now opposite the admiral, and honestly it explains both of ' +
          'their faces.',
      },
    ],
  },
  {
    text: 'The bell rang thirteen times at noon. Are we late or cursed?',
    comments: [
      { text: 'It’s the year-nines learning to ring. They got excited.' },
      {
        text: 'The extra one was me, sorry. The rope’s alive.',
        replies: ['You have to let go before your feet leave the ground.', 'I know that NOW.'],
      },
    ],
  },
  {
    text: 'Gladys has frozen.',
    comments: [{ text: 'Long live Gladys.' }],
  },
  {
    text: 'Wanted: someone to test me on French verbs at breakfast. I pay in bacon.',
    comments: [],
  },
  {
    text:
      'Photography club is hanging pictures in the corridor to the dining room. Mine is the one of the ' +
      'shoes outside the chapel. I took it because no two pairs were pointing the same way.',
    comments: [
      { text: 'My shoes are in it! Bottom left, with the string.' },
      { text: 'I walk slower there now. Made me late for soup, and I wasn’t even cross.' },
      { text: 'Could you do one of the gloves on the radiator in Rowan? They look like an audience.' },
    ],
  },
  {
    text:
      'My roommate has labelled the two halves of our windowsill “country” and “also country”, and ' +
      'there’s been a trade agreement about the plant.',
    comments: [
      {
        text: 'Who’s got the plant?',
        replies: ['It’s a protected area.'],
      },
    ],
  },
  {
    text:
      'Matron’s rules of the sick room, as collected by me during three days of flu.\n\n' +
      '- You’re allowed to be poorly. You’re not allowed to be dramatic before ten.\n' +
      '- Toast is medicine. Toast with honey is strong medicine and needs a signature.\n' +
      '- No prep. If you ask for prep, your temperature will be taken again.\n' +
      '- The bed by the window is for whoever’s been away from home longest. She knows who that is. She ' +
      'always knows.\n' +
      '- Visitors may wave from the garden. (The whole of my dorm came and did a play on the grass, ' +
      'without sound. It had a dragon in it. I laughed until I coughed, and she shut the curtain and ' +
      'then opened it again.)\n' +
      '- The cat is not allowed in. The cat is allowed in.\n' +
      '- When you’re well again, you’ll be told so. You needn’t decide it for yourself.\n\n' +
      'On the third evening I asked her whether she ever gets ill. She considered it. “In August,” she ' +
      'said.',
    comments: [
      { text: '“In August.” I’d follow this woman into battle.' },
      {
        text: 'I was the back end of the dragon. So glad you’re better, it was muddy.',
        replies: ['The back end was the best part. It had feelings.'],
      },
      { text: 'She once gave me strong medicine without a signature. I’ve told nobody until now.' },
    ],
  },
  {
    text:
      'Everyone thinks that I’m the confident one because I do the announcements. I learn them by heart ' +
      'in the shower. When somebody asks me something that isn’t on the card, I go completely white.',
    anonymous: true,
    comments: [
      {
        text:
          'I’ve sat in the front row all year and thought you were born like that. This is oddly nice to ' + 'know.',
      },
      { text: 'Learning it by heart is what confident people do.' },
      {
        text:
          'I’ve got the same thing with the flute. Notes are fine. “And now a few words about the piece” ' +
          'is not fine.',
      },
    ],
  },
  {
    text:
      'The boot room. Somebody has to say something. I’ll begin: there’s a boot in there with a mushroom ' +
      'growing in it.',
    comments: [
      {
        text: 'Leave the mushroom alone, it’s in my biology project.',
        replies: ['Is the BOOT in your project?', 'The boot was found like that.'],
      },
    ],
  },
  {
    text: 'Robots against robots in the old gym on Friday. Ours has a spoon. I’ll say no more.',
    comments: [],
  },
  {
    text:
      'I copied out my best friend’s prep on Monday. He got marked down for copying from ME, because ' +
      'mine was neater. He hasn’t told them. I’m going to tell them tomorrow before assembly. I’m ' +
      'writing it here so that I have to.',
    anonymous: true,
    comments: [
      { text: 'Then we’ll all be thinking of you before assembly.' },
      {
        text: 'It takes about a minute and then it’s over for both of you. He’s a good friend, and so are ' + 'you.',
      },
    ],
  },
  {
    text: 'I’d like to apologise to the choir, the guests and the bishop’s hat.',
    comments: [],
  },
  {
    text:
      'Five in the morning fishing at Gladys with the biology master. We caught one shoe, one smaller ' +
      'shoe, and a feeling of great peace.',
    comments: [{ text: 'Please, was the smaller shoe blue?' }],
  },
  {
    text: 'Somebody’s teaching the parrot in the science block to say “see me after class”.',
    comments: [],
  },
  {
    text:
      'Swap: I’ll do your Sunday washing-up if you’ll do my Thursday reading at assembly. I’ve seen the ' +
      'text. There’s the word “Nebuchadnezzar” in it. Twice.',
    comments: [],
  },
  {
    text:
      'Exam tip from my sister who left last year: on the night before, pack your bag, then go and look ' +
      'at the orchard for ten minutes, then bed. She says that it does nothing at all for the marks, and ' +
      'she’d do it again every time.',
    comments: [
      {
        text:
          'There were nine of us standing in the orchard last night saying nothing. I think your sister ' +
          'has started something.',
      },
      { text: 'I did it before physics. An apple fell. I felt that it was making a point.' },
      { text: 'My mum went here, and she did it as well. She says it was pears in her day.' },
    ],
  },
  {
    text:
      'Whoever’s turn it is to feed the stick insects: they’re fine, but one of them has been a stick ' +
      'since Monday. I’ve apologised to it anyway.',
    comments: [],
  },
  {
    text:
      'I don’t miss home. Everyone says “you’ll miss it so much”, and I don’t. It’s quieter here and ' +
      'people say good night. I feel guilty about it every single Sunday when it’s time to ring.',
    anonymous: true,
    comments: [
      { text: 'You can love people and breathe better somewhere else. Both are allowed.' },
      {
        text:
          'Same here. I ring on Saturdays now, straight after football, when I’m out of breath and happy ' +
          'anyway. It goes better.',
        replies: ['I’m going to try this.'],
      },
      {
        text:
          'If you’d ever like to say this to someone out loud, the chaplain is a good one. She makes ' +
          'toast and mostly listens.',
      },
    ],
  },
  {
    text: 'Dorm inspection result: nine out of ten. We lost one point for “atmosphere”.',
    comments: [
      {
        text: 'What was the atmosphere?',
        replies: ['Cheese, we think.'],
      },
      { text: 'Nine! We got six and a leaflet.' },
    ],
  },
  {
    text: 'Last Sunday of term traditions, for whoever’s new. Tell me yours, I’m making a list for the ' + 'yearbook.',
    comments: [
      {
        text:
          'Larch: everybody swaps one book, wrapped in newspaper, no names. I still have the one on ' + 'lighthouses.',
      },
      {
        text:
          'Rowan: we all sleep in the common room, and the prefects read out loud until the last one is ' + 'asleep.',
        replies: ['I’ve never once heard the end of that badger book.', 'Nobody has. It’s a legend.'],
      },
      {
        text:
          'Alder: midnight toast. It’s at nine now, because of the year-sevens. It’s still called ' + 'midnight toast.',
      },
      { text: 'Everyone says goodnight to Gladys. You don’t have to bow, but people do.' },
      {
        text: 'The leavers write their names on the inside of the boot room door.',
        replies: ['My aunt is on there, third plank, next to a drawing of a goose.'],
      },
      {
        text:
          'Orchestra plays on the stairs, one section on each floor. You have to be in the middle to ' +
          'hear all of it.',
      },
      {
        text: 'The kitchen lets us choose the pudding by a vote. It’s been crumble for eleven years.',
        replies: ['There was a trifle scare two years ago.'],
      },
      {
        text: 'Matron gives every first-year a name tape, sewn in a little circle. You’ll see what it’s for.',
      },
      {
        text: 'You return the thing that you borrowed in September. Even the sock.',
        replies: ['I see that we’re talking about the sock again.'],
      },
      {
        text:
          'Cross-country team runs the course in fancy dress, backwards. The course, not the people. ' +
          'Although last year also the people.',
      },
      { text: 'The head reads out all the good excuses of the term, with no names. “A swan had it” won.' },
      {
        text:
          'Everybody walks to the gate with the first car. Then with the second. By the tenth car there ' +
          'are only a few of us, and then it’s really the best bit.',
        replies: ['I was the last car last year. There was still someone at the gate.'],
      },
    ],
  },
  {
    text: 'Window open, rain, prep done.',
    comments: [],
  },
  {
    text:
      'We’ve measured it, and the walk from Alder to the dining room is 214 steps, or 96 if there are ' + 'waffles.',
    comments: [],
  },
  {
    text:
      'I’m in the school team for three things, and the only hour of the week I really look forward to ' +
      'is when I sit in the art room and nobody keeps score.',
    anonymous: true,
    comments: [
      { text: 'There’s a spare easel by the sink. No one will ask.' },
      { text: 'Then you’ve found your thing. Keep it out of the prospectus.' },
    ],
  },
  {
    text: 'Send socks.',
    comments: [],
  },
  {
    text:
      'Stargazing on the games field tonight instead of second prep, if the sky stays clear. Bring your ' +
      'blanket and not your torch.',
    comments: [],
  },
]
