// Posts, comments and replies of Northfield University in the demo. Long, because it is one list of texts.

import type { Thread } from './feed.ts'

export const northfieldThreads: readonly Thread[] = [
  {
    text:
      'To whoever found a single grey glove outside Hollis Library and hung it on the railing: I have ' +
      'now found the other one, in my own pocket. We can be reunited. Thank you for your service.',
    comments: [
      { text: 'It waved at me for three days. I was getting attached.' },
      {
        text: 'I moved it to a higher spike when it rained. Team effort.',
        replies: ['So that was you. I thought it was climbing.'],
      },
    ],
  },
  {
    text:
      'Lost: keys with a small brass duck on the ring, somewhere between the boathouse and the dining ' +
      'hall. The duck is not valuable but we have been through a lot together.',
    comments: [
      {
        text:
          'Try the lost property box behind the dining hall tills. It is mostly keys and one trumpet ' + 'mouthpiece.',
        replies: ['The mouthpiece is mine and I keep forgetting to collect it.'],
      },
      {
        text: 'There was a brass duck sitting on the wall by the bike racks this morning. It looked well.',
      },
      {
        text: 'Found, on the wall, facing the sunrise. Whoever put it there has a good heart.',
        byAuthor: true,
      },
    ],
  },
  {
    text:
      'Day 11 of the Marsh Hall lift being broken. The sign still says “back shortly”. I have started to ' +
      'think of it as poetry.',
    comments: [
      { text: 'Somebody added “so are we all” underneath in very small handwriting.' },
      {
        text: 'I have a seminar on the fifth floor and have not had breath for an opinion since Monday.',
        replies: ['Our tutor now begins with two minutes of silence. She calls it reflection. It is oxygen.'],
      },
      {
        text: 'It moved yesterday! I heard it go from three to two.',
        replies: ['That was the cleaning trolley.', 'Let us have this.', 'We’ve so little.'],
      },
      { text: 'Day 11 is nothing. In my first year it was out from October until the daffodils.' },
      {
        text:
          'Serious note: if the stairs are a problem for you, the access office moves your classes to ' +
          'the ground floor within a day. They were lovely about my crutches.',
        replies: ['Saving this, thank you. Sprained ankle since Tuesday.'],
      },
      {
        text:
          'I met someone on the third-floor landing where we both stopped to pretend to read the ' +
          'noticeboard. We are having coffee on Friday.',
        replies: ['The lift must never be repaired.'],
      },
      {
        text: 'There is a second lift by the loading dock, for freight. You did not hear it from me.',
        replies: ['It smells of printers and freedom.'],
      },
      { text: 'My calves have never looked better.' },
      {
        text: 'I carried a tuba up there. I would like this to be recorded somewhere.',
        replies: ['It is recorded. We heard every landing.'],
      },
      { text: 'The engineer came today with the part. It was the part for a different lift.' },
      {
        text:
          'Fourteen people in the engineering building, four floors, zero working lifts. You can make a ' +
          'joke or you can make a timetable.',
      },
      {
        text: 'I have started a spreadsheet of the days. The longest streak of a working lift this year is ' + 'nine.',
      },
      { text: 'Day 12. Good morning.' },
    ],
  },
  {
    text:
      'Hollis stays open until 2 a.m. from tonight through the end of exams. The fourth floor gets cold ' +
      'around midnight, so bring the ugly sweater.',
    comments: [
      { text: 'The ugly sweater has its own desk by now.' },
      {
        text: 'Do they still bring round tea at eleven?',
        replies: ['Only on Sundays, and the biscuits are gone by 11:04.'],
      },
      {
        text: 'Does the north door work at night, or still only the main one?',
        replies: ['Main one only after ten. Ring if the light’s off, they do hear it.'],
      },
    ],
  },
  {
    text: 'It’s snowing.',
    comments: [
      { text: 'I ran outside in socks. No regrets yet.' },
      {
        text:
          'Third window from the left in Marsh Hall, everyone is looking out and nobody is listening. ' +
          'Sorry, Professor.',
      },
    ],
  },
  {
    text:
      'Who else heard the choir rehearsing through the wall of the east stairwell tonight? I stood there ' +
      'with my laundry for twenty minutes.',
    comments: [
      { text: 'That was us. We could smell the fabric softener.' },
      {
        text:
          'The slow piece at the end was the one for the winter concert. Come and hear it sitting down, ' +
          'it is free.',
      },
      {
        text: 'Is there an audition or can one simply appear?',
        replies: ['There’s one next week. It’s gentle. You sing a song you like and then a scale you don’t.'],
      },
    ],
  },
  {
    text:
      'Selling: introductory statistics, third edition, lightly used, heavily annotated. The margin of ' +
      'page 212 contains the moment I finally understood standard error. That alone is worth the price.',
    comments: [
      {
        text: 'Is it the one with the boat on the cover? I need it for the spring.',
        replies: ['Boat, yes. Also one coffee ring, on purpose, for character.'],
      },
      { text: 'I had this copy two years ago! The sad face on page 90 is mine.' },
    ],
  },
  {
    text:
      'A field guide to the cats of Northfield, for new students.\n\n' +
      '1. The Registrar. Grey, enormous, lives on the radiator in the entrance of Marsh Hall. Does not ' +
      'process requests before ten.\n\n' +
      '2. Soup. Orange. Works the back door of the dining hall and has at least four names. Will tell ' +
      'you she has not eaten. She has eaten.\n\n' +
      '3. Overdue. Black with one white sock, belongs to Hollis Library in every way but on paper. Sits ' +
      'on the book you need. It is always the one you need.\n\n' +
      '4. The Cox. Small, loud, boathouse. Gets into the launch and has to be taken out of it before ' +
      'training. Once was not taken out of it, and by all accounts they had their best time of the ' +
      'season.\n\n' +
      '5. Unnamed tabby by the greenhouse. Nobody has ever touched this cat. We believe it is writing a ' +
      'dissertation.\n\n' +
      'Rules: no milk, no picking up, no shutting them in rooms. If you see Soup with a limp, she is ' +
      'acting. If you see her with a limp when no one is watching, text the porters, they have the vet’s ' +
      'number.',
    comments: [
      {
        text: 'Soup is called Marmalade and I will not be taking questions.',
        replies: ['She answers to Gerald in the kitchens.', 'She answers to the sound of a lid.'],
      },
      {
        text: 'The Registrar sat on my add/drop form. It was rejected. I believe these events are connected.',
      },
      {
        text: 'You forgot Beans, the white one at Tanner Court, who only goes up stairs.',
        replies: ['But then how does she', 'Nobody knows. She is always going up.'],
      },
      {
        text:
          'I touched the greenhouse tabby once, in my second year. One finger, one second. I got a first ' +
          'that term.',
        replies: ['You have to say this kind of thing with a lawyer present.'],
      },
      {
        text:
          'Overdue walked across my keyboard in Hollis and added a line to my conclusion. My supervisor ' +
          'underlined it and wrote “develop”.',
      },
      {
        text:
          'Can confirm number four. Stroke rate 34 and a cat in the bow. We have tried to repeat it and ' +
          'she refuses to be coached.',
      },
      {
        text: 'Does anyone know if the porters still take food donations for them? My gran sends things.',
        replies: ['Yes, the green tin by the lodge. Dry food only, Soup has a sensitive stomach and no shame.'],
      },
      { text: 'I am allergic to all five and I love this post.' },
      {
        text: 'I drew the Registrar for my printmaking class. He looked at the print and left the building.',
      },
      {
        text: 'We should elect one of them to student council.',
        replies: ['The Registrar already runs everything, it would be a step down.'],
      },
      {
        text:
          'First-year here, this is the most useful thing anyone has given me, and I have been to four ' +
          'orientation talks.',
      },
      { text: 'The tabby was on the greenhouse roof at dawn. We nodded.' },
    ],
  },
  {
    text:
      'Rowing at 5:40 is a strange deal. You give up your evenings and your warm bed, and in return you ' +
      'get a strip of water that nobody else has touched yet.\n\n' +
      'This morning the fog sat so low that I could see the back of the person in front of me and ' +
      'nothing else. The cox was only a voice. For about ten strokes all eight of us were in time, ' +
      'really in time, and the boat made that sound it makes, a sort of bubbling under the hull, as if ' +
      'it were pleased. Then someone caught a crab and we were eight cold people in a bathtub again.\n\n' +
      'I am not good at this. I sit in the middle where I can do the least damage. I have blisters in ' +
      'places I did not know could hold a book, and I fall asleep in the two o’clock lecture with my ' +
      'eyes open. But I have never in my life been part of something for ten strokes, and I keep coming ' +
      'back to see if there will be eleven.\n\n' +
      'Novice sessions are on Saturdays. Nobody will ask if you are sporty. They will ask if you own a ' +
      'waterproof.',
    comments: [
      {
        text: 'I do own a waterproof. You may have me.',
        replies: [
          'Saturday at eight, the blue door of the boathouse. Bring a spare pair of socks, whatever ' + 'the sky says.',
        ],
      },
      { text: 'That bubbling sound got me through a whole winter. Lovely to see it written down.' },
      { text: 'It was me with the crab. Beautiful text, I feel terrible.' },
    ],
  },
  {
    text:
      'I told everyone at home that I have a big group of friends here. It is week nine and I have a ' +
      'barista who knows my order. I am not unhappy exactly. I just did not expect to be this bad at it.',
    anonymous: true,
    comments: [
      {
        text:
          'Week nine of my first year I knew the name of one person and it was the printer technician. ' +
          'It came later, and then it came all at once.',
      },
      {
        text:
          'The board games night in the Green Kettle cellar, Wednesdays. You sit down, someone hands you ' +
          'cards, you do not have to be interesting.',
        replies: ['Seconding this. I went once by mistake, looking for the toilets. That was two years ago.'],
      },
      {
        text:
          'I did not expect anyone to answer. I will come on Wednesday. I will be the one reading the ' +
          'rules too carefully.',
        replies: ['We need someone who reads the rules. Please hurry.'],
        byAuthor: true,
      },
      { text: 'A barista who knows your order is one of the good ones, though. That counts.' },
      { text: 'Saving you a chair.' },
    ],
  },
  {
    text:
      'Study group for linear algebra, Tuesdays at six, second floor of Hollis, the table with the ' +
      'wobbly leg. We explain things to each other until they are true. All levels, snacks rotate.',
    comments: [
      {
        text: 'Is it okay if I am truly, honestly lost? Like chapter two lost.',
        replies: ['Half of us are chapter two lost. The other half were last week.'],
      },
      {
        text: 'I can bring a folded piece of cardboard for the leg.',
        replies: ['We tried. The leg is a founding member.'],
      },
      {
        text: 'I came last week and finally understood why anyone would want a basis. Go, people, they’re ' + 'kind.',
      },
      { text: 'What are the snacks this Tuesday? I’m deciding with my head and also not with my head.' },
    ],
  },
  {
    text: 'The soup is back.',
    comments: [
      {
        text: 'WHICH soup.',
        replies: ['Tomato with the tiny pasta.'],
      },
      { text: 'Walking. Fast.' },
    ],
  },
  {
    text: 'Power cut in Pruitt. It’s lovely.',
    comments: [
      {
        text: 'We’ve got candles on the second floor (in jars, warden-approved) and somebody is reading ' + 'aloud.',
      },
      { text: 'It’s back. Boo.' },
    ],
  },
  {
    text: 'Does anyone have a cello and a van, or know somebody who has either?',
    comments: [
      { text: 'Cello, no van.' },
      {
        text: 'Van, no cello. What is happening?',
        replies: ['Something beautiful, by the sound of it.'],
      },
    ],
  },
  {
    text:
      'The night bus driver waited tonight. I was at the far end of the bridge with a bag of groceries ' +
      'and one shoe half off, and she just sat there with the doors open and the lights on like a small ' +
      'ship. I said thank you about nine times. She said, “You’re my last one, I’m not going home with ' +
      'an empty bus.”',
    comments: [
      { text: 'That’s Doreen. She knows everyone’s stop by Christmas.' },
      {
        text:
          'She once turned round because someone had left their poster tube on the seat. Full circle, ' +
          'whole bus cheered.',
        replies: ['It was my poster. I got it printed again anyway, it had a typo.'],
      },
      {
        text:
          'I missed her bus by a minute last winter and she flashed the lights so that I’d know another ' +
          'one was coming.',
      },
      {
        text: 'We should do a card for her. I’ll leave one at the Kettle for anyone to sign.',
        replies: ['Signed. Page two, it’s filling up.'],
      },
    ],
  },
  {
    text:
      'I am running for student council with exactly one promise: water fountains that point upwards. ' +
      'Everything else I will decide after listening to you.',
    comments: [
      { text: 'A candidate who knows where the pain is.' },
      {
        text: 'What about the microwave in the north common room?',
        replies: ['One promise. That is the whole charm.'],
      },
      { text: 'You have my vote and my damp sleeve.' },
      { text: 'Will there be a speech? The last one rhymed and I haven’t been the same.' },
    ],
  },
  {
    text:
      'Council election debate was two hours, three candidates, one working microphone. They passed it ' +
      'round like a campfire. Honestly the most cooperative thing I have seen all term.',
    comments: [],
  },
  {
    text:
      'Laundry room, Tanner Court, a survey of the machines after three years of living above them.\n\n' +
      'Washer 1: honest. Does what it says. Slightly damp personality.\n' +
      'Washer 2: will take your coins and think about it.\n' +
      'Washer 3: the fast one. Everybody knows. You will never get it.\n' +
      'Washer 4: has been “awaiting parts” since before I came here. I believe it is holding up the ' +
      'ceiling.\n' +
      'Washer 5: smells faintly of lavender and nobody knows why. Do not ask, or it will stop.\n\n' +
      'Dryer A: a warm breeze.\n' +
      'Dryer B: a very warm breeze, and a button you did not own before.\n' +
      'Dryer C: sings. A rising fourth, every eleven seconds. The choir people tune to it.\n' +
      'Dryer D: the surface of the sun. Ten minutes. Not eleven. I had a wool sweater once, and now a ' +
      'friend’s baby has it.\n\n' +
      'Etiquette: if the wash is done and no one comes for ten minutes, you may move it, folded once, to ' +
      'the top of Washer 4, who has nothing else going on. If you find a sock, it goes on the line by ' +
      'the door. Some of those socks have been there since I was a first-year. We have grown up together.',
    comments: [
      { text: 'Dryer D took my favourite hoodie and gave me a doll’s hoodie.' },
      { text: 'It is a perfect fourth, I checked with a fork.' },
      {
        text: 'I have just understood that I have been using Washer 2 as a piggy bank for a year.',
        replies: ['There is a technician on Thursdays who will open it if you bring biscuits.'],
      },
      { text: 'The lavender one. You told everyone about the lavender one.' },
    ],
  },
  {
    text:
      'Missing from the Marsh Hall kitchen: one blue mug with a chipped handle. It was my grandfather’s, ' +
      'he took it to sea. No questions asked if it comes back.',
    comments: [
      {
        text:
          'I think I washed that one on Sunday and put it on the top shelf, behind the fondue set. Let ' + 'me look.',
      },
      { text: 'It is there! Left it on your usual windowsill with a tea towel round it.' },
      { text: 'Got it. I may have had a small cry in a kitchen. Thank you, both hands.', byAuthor: true },
    ],
  },
  {
    text:
      'Rehearsal report: act two now has a door that opens. This is a big improvement on act two having ' +
      'a wall with a handle painted on it.',
    comments: [
      { text: 'I walked into that wall in front of the director. With conviction.' },
      {
        text: 'What night is the dress rehearsal? I’d like to bring my little brother.',
        replies: ['Thursday at seven, east lawn if dry, the chapel hall if not.'],
      },
    ],
  },
  {
    text: 'Fog so thick this morning that the boathouse is only a rumour.',
    comments: [],
  },
  {
    text:
      'Found: a notebook with a green cover on the night bus. It has “ideas, mostly bad” on the first ' +
      'page. I have not read further, and I would like to be your friend.',
    comments: [
      {
        text: 'The ideas ARE mostly bad. That’s mine, thank you.',
        replies: ['Is it true that there’s a bread one?', 'There are several bread ones.'],
      },
      { text: 'What’s on the second page? Asking for everyone.' },
    ],
  },
  {
    text:
      'Northfield second team lost the football 6–0, and our goalkeeper got player of the match. That ' +
      'should tell you what kind of afternoon it was.',
    comments: [
      { text: 'It could have been nineteen. I was there. I counted with my hands over my eyes.' },
      { text: 'Proud of the goal we nearly had, in the sense that we were in that half for a while.' },
      { text: 'The keeper’s mum came with orange slices for both teams. She was the real winner.' },
      { text: 'Next Saturday against the town side, two o’clock. Bring noise.' },
    ],
  },
  {
    text:
      'Chess club has a new rule: whoever loses explains the winner’s best move to the group. I have ' +
      'become very good at explaining.',
    comments: [
      { text: 'You are the best teacher I’ve had this year and I mean it.' },
      {
        text: 'Do you take total beginners? I know how the horse goes.',
        replies: ['That is already more than my roommate, who is club secretary.'],
      },
    ],
  },
  {
    text:
      'I am on a full scholarship and I’m so tired of doing sums in my head at dinner while everyone ' +
      'decides to “just split it”. I like them. I do not want to explain it. I’ve started to say that I ' +
      'already ate.',
    anonymous: true,
    comments: [
      {
        text:
          'I say “I’m on a budget this month, separate for me?” every month. Nobody has ever blinked. It ' +
          'took me a year to try it.',
      },
      {
        text:
          'If someone had told me this I would have been glad to know and would have cooked. Pick the ' +
          'kindest one and tell only them.',
        replies: ['This. You need just one ally at the table.'],
      },
      {
        text:
          'The Tuesday supper at the chapel hall is free and open to everyone and the curry is better ' +
          'than anything in town. No one asks why you come.',
      },
    ],
  },
  {
    text:
      'Pro tip: the Green Kettle sells yesterday’s cinnamon rolls for half price from eight to half ' +
      'past. They are better on the second day. I will not be answering questions at this time.',
    comments: [
      {
        text: 'There was a queue today. There was never a queue. What have you done?',
        replies: ['I regret everything.'],
      },
    ],
  },
  {
    text: 'Submitted. 11:58.',
    comments: [{ text: 'Two whole minutes. Showing off.' }, { text: 'Proud of you, go to bed.' }],
  },
  {
    text:
      'I failed organic chemistry last spring. Not nearly, not with a story attached. I failed it like ' +
      'falling down a flight of stairs, slowly and touching every step. I’d been the clever one at ' +
      'school, and I had no idea how to study, because I had never had to.\n\n' +
      'What I did then was nothing, for about two months. I told my family that the grades were late. I ' +
      'walked past the chemistry building the long way round.\n\n' +
      'This term I am taking it again. I sit at the front, next to people who are a year younger and who ' +
      'call me “the veteran”. I went to the learning centre, where a very patient woman taught me how to ' +
      'read a page, at the age of twenty, as if nobody had ever told me, because nobody had. You close ' +
      'the book. You say what it said. You find that you can’t. You open the book. That’s all of it. ' +
      'That’s the whole secret.\n\n' +
      'Yesterday we got the second midterm back. Seventy-eight. I have had better marks in my life, and ' +
      'I’ve never had one that was so entirely mine. I sat on the steps of the chemistry building, the ' +
      'front ones, and ate a sandwich.',
    anonymous: true,
    comments: [
      { text: 'Seventy-eight! From the stairs to the front steps. I’m so happy for you, whoever you are.' },
      {
        text:
          'I teach a section of this course. The people who come back are always the ones I remember, ' +
          'and never for the failing.',
      },
      {
        text: 'I’m walking past a building at the moment. A different one. This helped.',
        replies: [
          'The learning centre’s on the ground floor of Hollis, left of the lockers. Nobody looks up ' +
            'when you go in.',
        ],
      },
      { text: '“You say what it said. You find that you can’t.” Well, there goes my evening.' },
    ],
  },
  {
    text:
      'Does anybody else’s roommate practise presentations in their sleep? Mine did the whole ' +
      'introduction last night and then thanked the committee.',
    comments: [
      {
        text: 'Were there any questions?',
        replies: ['One. From me. He said it was outside the scope.'],
      },
      { text: 'Mine conjugates. It is quite soothing.' },
      { text: 'Mine laughs. Just once, quite politely, at about four.' },
    ],
  },
  {
    text:
      'Honest question from someone who grew up in a warm place: how many layers is normal? I have four ' +
      'on and I am still personally offended.',
    comments: [
      {
        text:
          'It’s not the number, it is the wool. Come by the textile society swap on Saturday, we’ll fit ' +
          'you out for nothing.',
      },
      { text: 'Four is normal. Five is exams.' },
      { text: 'Get the socks right and the rest of you will believe it.' },
      { text: 'Also: hat. People will tell you about scarves. Those people have hair.' },
    ],
  },
  {
    text:
      'The geology field trip came back with nine bags of rocks, one speeding goat story and a sunburn ' +
      'in the shape of a hand lens.',
    comments: [
      { text: 'The goat had right of way.' },
      { text: 'I have some of the rocks. They are on my bed. I no longer have a bed.' },
    ],
  },
  {
    text:
      'If you borrowed the good soldering iron from the Robotics Club bench, please bring it back before ' +
      'Friday. We’re down to the one that leans.',
    comments: [
      {
        text: 'It’s in the theatre workshop, we had a lantern emergency. On my way now.',
        replies: ['Was it the swan boat again?', 'It’s always the swan boat.'],
      },
      { text: 'The leaning one isn’t bad, you only have to lean as well.' },
    ],
  },
  {
    text:
      'The fire alarm at Tanner went at 3:10 and there we all were on the lawn in blankets, and somebody ' +
      'had brought out a guitar and somebody had grabbed a cake. It was not even unpleasant. Then the ' +
      'guitar person turned out to know one song.',
    comments: [
      { text: 'Everyone knows that one song now. I am humming it in a lab.' },
      { text: 'The cake was for my sister’s birthday. It died as it lived, shared.' },
    ],
  },
  {
    text: 'The fire alarm at Tanner was me. It was toast. It was three in the morning and I only wanted ' + 'toast.',
    anonymous: true,
    comments: [
      { text: 'We have all been you. Some of us at two, with pancakes.' },
      { text: 'I met my neighbour of seven months that night. I should thank you.' },
      { text: 'What setting?' },
      {
        text: 'Six. I know. I know. I thought it was minutes.',
        replies: ['It has never been minutes.'],
        byAuthor: true,
      },
      { text: 'Was it good, at least?' },
      { text: 'I never got it back. It went down with the ship.', byAuthor: true },
    ],
  },
  {
    text:
      'Hollis Library has quietly moved the poetry from the basement to the second floor, beside the big ' +
      'windows. Whoever decided that, I hope your bread always rises.',
    comments: [],
  },
  {
    text:
      'Things I learned in my first semester, in no order:\n\n' +
      '- The 9:05 is a 9:00 with manners.\n' +
      '- If you sit in the second row for two weeks, it becomes your seat and people will defend it for ' +
      'you.\n' +
      '- The dining hall puts out the good fruit at 7:15. After 7:40 there are only the philosophical ' +
      'pears.\n' +
      '- Office hours are not for people who understand everything. I stayed away until November because ' +
      'I thought I had to bring a clever question. I brought “I don’t get any of this”, and she pulled ' +
      'up a chair.\n' +
      '- Call home before you need something.\n' +
      '- You can be homesick and happy on the same day, even in the same hour.\n' +
      '- Nobody is looking at you in the gym. I promise. We’re all looking at the clock.\n' +
      '- Buy the used book, and read the notes of the person before you. Mine argued with the author all ' +
      'the way to the last chapter and then wrote “fine”.\n' +
      '- Someone in your corridor has a sewing kit. Find out who it is early.\n' +
      '- Rain comes from the boathouse side. If you can’t see the flagpole, you have four minutes.\n' +
      '- Nobody knew what they were doing in the first week. They’ve all told me so by now, one after ' +
      'the other, as if it were a secret.',
    comments: [
      { text: 'I wish I could send the office hours line back to myself in September.' },
      { text: 'Philosophical pears. They only ask questions.' },
      {
        text: 'I’m the sewing kit on Marsh third. Room 9. Bring the button if you have it.',
        replies: ['Room 9 saved my interview trousers with two minutes left. A legend.'],
      },
      { text: 'It is me, I’m the person who wrote “fine”. I stand by it.' },
      { text: 'Four minutes from the flagpole is generous, I’ve measured three and a half.' },
      {
        text:
          'Sent this to my sister who starts next year. She has asked what a philosophical pear is and I ' +
          'said she’d know.',
      },
    ],
  },
  {
    text:
      'Would whoever is practising the bagpipes near the east lawn consider the boathouse? The geese ' +
      'there are already angry.',
    comments: [
      { text: 'The geese are against it. They’ve written to the council.' },
      { text: 'I thought it was the lift.' },
    ],
  },
  {
    text:
      'Snow report: east lawn has eleven snowmen, one snow professor (with elbow patches, superb), and a ' +
      'very small snow cat that the real cat is guarding.',
    comments: [],
  },
  {
    text:
      'Somebody has put a bench at the bend of the river path with a little plaque: “For anyone who left ' +
      'the library too late.” I sat on it at one in the morning and felt greatly understood.',
    comments: [
      { text: 'I pass it every night and have never dared. Tonight then.' },
      {
        text:
          'The class of two years ago left it. They asked for suggestions and this one won by four ' + 'hundred votes.',
      },
      { text: 'Sat there after my last exam with a stranger. Neither of us spoke, we shared an orange.' },
    ],
  },
  {
    text:
      'The vending machine in the Marsh basement gave me two by mistake. I’ve put the second one on top ' +
      'with a note. Let’s see what kind of place this is.',
    comments: [
      { text: 'Update: it’s still there, and someone has added a tangerine.' },
      {
        text: 'Update: tangerine gone, replaced by a pear and a drawing of the tangerine.',
        replies: ['This is how temples start.'],
      },
    ],
  },
  {
    text: 'Whose tortoise is this.',
    comments: [
      {
        text: 'Mine, sorry. He knew about Friday.',
        replies: ['He’s made it as far as the bike racks. I’m walking with him.'],
      },
    ],
  },
  {
    text: 'Linguistics seminar spent fifty minutes today on the word “anyway”. Best class of the year. ' + 'Anyway.',
    comments: [],
  },
  {
    text:
      'I got the internship that my best friend wanted as well. She congratulated me so sweetly, and I ' +
      'went to the bathroom and felt like a thief. I don’t know how to be happy near her right now.',
    anonymous: true,
    comments: [
      {
        text: 'She can be sad about her thing and glad about yours at the same time. Believe the gladness.',
      },
      {
        text:
          'I’ve been the friend. I was sad for four days, and then I helped him to find a flat. Give it ' +
          'the four days.',
        replies: ['Four days is about right. Mine took a weekend and a very long walk.'],
      },
      { text: 'Don’t make yourself small about it, that would only make her look after you as well.' },
    ],
  },
  {
    text:
      'Spare ticket for the winter concert on Saturday, second row, behind a pillar but a very handsome ' +
      'pillar. Free to anyone who will clap for the second altos.',
    comments: [],
  },
  {
    text: 'Bike update: it was not stolen. I had walked to campus. On Monday.',
    comments: [
      { text: 'I need you to know that we searched for two hours.' },
      {
        text: 'The posters were really good, though.',
        replies: ['We’re keeping one up. For morale.'],
      },
    ],
  },
  {
    text:
      'Kitchen notice, Marsh second floor. To the person labelling the milk “experiment, do not drink”: ' +
      'we know. We also study things. We have now labelled the cheese.',
    comments: [{ text: 'The cheese says “control group”.' }],
  },
  {
    text:
      'The exam timetable is out. I have three in one day and then nothing for eleven days, like a very ' +
      'badly written novel.',
    comments: [
      {
        text:
          'Three in one day counts as a clash, you can ask for one to be moved. The form is on the exams ' +
          'page, at the bottom, in shy letters.',
        replies: ['You may have saved a life. Well, a Wednesday.'],
      },
    ],
  },
  {
    text:
      'What is your secret study spot? I’ll go first, since I graduate in spring and can be generous: ' +
      'the window seat outside the map room, Hollis third floor. Radiator under it, nobody walks by, and ' +
      'at four the sun comes straight down the aisle.',
    comments: [
      {
        text: 'The upper deck of the night bus, going nowhere. One loop is exactly one problem sheet.',
        replies: ['Does it not shake?', 'My handwriting was like that before.'],
      },
      { text: 'The boathouse loft on weekdays. It smells of varnish and there’s no signal at all.' },
      { text: 'Chapel hall balcony, while the organist practises. It is like thinking inside a whale.' },
      {
        text: 'The greenhouse. Eighteen degrees all winter, and the tomatoes don’t judge.',
        replies: ['The orchids do a bit.'],
      },
      {
        text: 'Dining hall between half past two and four. They leave the urn on and the whole room is yours.',
      },
      { text: 'Laundry room, honestly. Warm, and a natural timer.' },
      {
        text: 'Marsh Hall fifth floor, because nobody will climb up there.',
        replies: ['Until the lift works. Then it’s war.'],
      },
      { text: 'I study in bed, on my side, like a Roman.' },
      { text: 'The bench behind the observatory, but only from April and only with a blanket.' },
      { text: 'Green Kettle, the table under the stairs. You have to be short or humble.' },
      {
        text: 'The children’s corner in the town library. Small chairs, huge focus.',
        replies: ['A five-year-old helped me with my colour coding there. She had notes.'],
      },
      {
        text: 'Empty lecture theatre, front row, alone. You feel like the only person who came to your own ' + 'talk.',
      },
      {
        text:
          'I’ve sat in your window seat, I think. There was a pencil left on the sill once with a note ' +
          'saying “for the next one”.',
      },
      { text: 'That was me! I hope it wrote well.', byAuthor: true },
      { text: 'Nice try, everybody. I’m not telling.' },
      { text: 'Adding all of these to a map. The whale one made me go and look. It’s exactly like that.' },
    ],
  },
  {
    text:
      'My roommate and I haven’t had a fight in two years, and we just had one about whether a hot dog ' +
      'bun goes in the bread drawer. Two hours. Charts were drawn.',
    comments: [
      {
        text: 'It goes in the bread drawer.',
        replies: ['It’s its own thing. There were charts.'],
      },
      { text: 'Frame the charts.' },
      { text: 'Which drawer do the wraps live in, then? Think carefully.' },
    ],
  },
  {
    text:
      'Just saw the robotics people carry a very long cardboard wall across campus in the wind, like ' +
      'sailors. One of them was steering. One of them was being dragged.',
    comments: [
      { text: 'The dragged one was me. We have learned about sails.' },
      {
        text:
          'It was the left half of the maze. The right half is in Pruitt House now, through no fault of ' + 'its own.',
      },
    ],
  },
  {
    text:
      'The dining hall has put up a board: “Tell us what your grandmother cooks.” I wrote down the ' +
      'lentil thing with burnt onions and forgot about it. Today it was on the menu. It said whose ' +
      'grandmother it was. I rang her up from the queue and held the phone over the pot.',
    comments: [
      { text: 'I had two plates of it. Please tell her.' },
      {
        text: 'I was behind you in that queue and I’m not ashamed to say that I needed a napkin.',
        replies: ['They ran out of napkins about then. I noticed.'],
      },
      { text: 'I’ve written down my gran’s plum dumplings now. Fingers crossed.' },
      {
        text:
          'The lentils! I went back and asked the cook about the onions. Forty minutes, she says, and ' +
          'you must not leave them.',
        replies: ['My grandmother says fifty, and that the cook is a good girl.'],
      },
    ],
  },
  {
    text:
      'Reminder to return your costumes from the autumn show. We’re missing two cloaks, one crown, and ' +
      'for some reason both halves of the donkey.',
    comments: [
      { text: 'The donkey is at my place. He has been a good listener.' },
      { text: 'I’ve been wearing the cloak. It is cold and I look important.' },
    ],
  },
  {
    text:
      'I cheated on a quiz in my first year. It was five questions, nobody noticed, and it was worth ' +
      'about one percent. I have thought about it every week since. I took the course again as an ' +
      'auditor this year, just to learn it properly. I got it this time. That’s all.',
    anonymous: true,
    comments: [
      { text: 'That is a kind of apology which most people never make.' },
      { text: 'Sitting in on a whole course over one percent. You’re going to be fine.' },
    ],
  },
  {
    text:
      'Whoever is leaving the origami cranes in the carrels on Hollis four: I failed a midterm this ' +
      'morning and sat down and there was one with “onwards” on its wing. I kept it, I hope that’s ' +
      'allowed.',
    comments: [
      {
        text: 'It’s allowed. That’s what they are for.',
        replies: ['Is it you?', 'There’s more than one of us by now.'],
      },
    ],
  },
  {
    text: 'Does the clock in the east lawn tower run four minutes fast for everyone or is it just fond of me?',
    comments: [],
  },
  {
    text: 'Exam over. I wrote eleven pages, and on the stairs I remembered the question.',
    comments: [],
  },
  {
    text:
      'Karaoke night raised enough for three new life jackets for the boathouse, and I would like to ' +
      'apologise to everyone in the second row.',
    comments: [],
  },
  {
    text:
      'My tutor’s comment on my draft: “This paragraph is a lovely walk to nowhere.” I’ve never felt so ' +
      'seen, or so deleted.',
    comments: [],
  },
  {
    text:
      'Somebody asked me at the fair what the chamber choir is like, and I said “nice”, and I’ve been ' +
      'annoyed about that answer for a week. Here’s a better one.\n\n' +
      'For the first month you only hear yourself. You hold on to your line like a rail on a ship. Then ' +
      'one evening, usually in the ugliest room they could give us, with the heating clanking, you ' +
      'notice that the person on your left breathes where you don’t, and so you never need to be brave ' +
      'alone. After that you start to hear the others. After that you can’t stop. I hear it in the ' +
      'dining hall now. I hear that the dishwasher’s flat.\n\n' +
      'We had a night in February when the music wouldn’t work at all. Our director closed the score and ' +
      'asked us to stand anywhere we liked, in the dark, next to someone from a different part, and sing ' +
      'it to the floor. No one has ever recorded that and I’m glad. On the way home nobody spoke until ' +
      'the bridge.\n\n' +
      'It’s two evenings a week. You don’t have to read well. You have to come back. Auditions are on ' +
      'Monday in the chapel hall from five.',
    comments: [
      {
        text: '“You have to come back” is the whole of music, I think. See you Monday, I’m terrified.',
        replies: ['Everyone’s terrified. The director too, she bakes beforehand.'],
      },
      { text: 'I was on your left that night in February. You breathe where I don’t as well.' },
      { text: 'The dishwasher IS flat. Bertha’s a low B at best.' },
    ],
  },
  {
    text:
      'Anyone driving towards the coast on Friday? I can pay for half the fuel and I know a lot of songs ' +
      'without knowing the words.',
    comments: [
      {
        text: 'Leaving at three with two seats, if you don’t mind a tortoise.',
        replies: ['What speed does it go?', 'It’s going home for the holidays as well. In a box. It has priority.'],
      },
    ],
  },
  {
    text:
      'I washed dishes in the dining hall this term, the seven-to-ten shift, and I’d like to write down ' +
      'what it looks like from the other side of the hatch.\n\n' +
      'You get to know people by their trays. There’s somebody who stacks everything perfectly, cutlery ' +
      'by kind, cup in the bowl, and I have never seen a face, only two hands and a yellow watch strap. ' +
      'There’s a table that always leaves one untouched dessert, and I worried about it until I found ' +
      'out they do rock-paper-scissors for it and whoever wins gives it to the porter. During exams the ' +
      'plates come back half full. In the last week of term they come back clean.\n\n' +
      'The machine is called Bertha. She’s older than me. When the steam goes up and the radio is on and ' +
      'three of us have found the rhythm, it is almost dancing, and then someone sends through a fork in ' +
      'a yoghurt pot.\n\n' +
      'What I wanted to say is this. When you put your tray on the belt and say “thanks” into the hatch, ' +
      'we hear it. You can’t see us, but we hear every one. On a bad night I counted them. There were a ' +
      'hundred and six.',
    comments: [
      { text: 'Yellow watch strap here. I didn’t know anyone could see. I’ll keep stacking.' },
      {
        text:
          'I have said thanks to that hatch for three years like throwing a coin in a well. So glad ' +
          'there was someone in there.',
        replies: ['There’s always someone in there. Mind the forks.'],
      },
      { text: 'Bertha deserves a plaque.' },
      { text: 'A hundred and six. I’m going to make it a hundred and seven tonight.' },
      {
        text: 'What happens with the forks?',
        replies: ['They meet Bertha. It’s a short meeting.'],
      },
    ],
  },
  {
    text: 'Lost: one contact lens, one temper, both in Marsh 204. I’ve found the temper.',
    comments: [],
  },
  {
    text:
      'The boat naming vote closes on Friday. Current leader by far is “Sorry About The Wake”. Please, ' +
      'somebody vote for something with dignity.',
    comments: [],
  },
  {
    text: 'First warm day. The entire university is lying on the east lawn with a book on its face.',
    comments: [],
  },
  {
    text:
      'Got lost in the basement of Hollis looking for a journal from 1962, and found a door, a corridor, ' +
      'a second door, and a man eating a sandwich who said, “They don’t usually get this far.” He showed ' +
      'me the way out. I didn’t find the journal.',
    comments: [
      { text: 'That’s the bindery. He’s called Walt and he’s mended half the books that you own.' },
      {
        text: 'I want to get that far.',
        replies: ['Left at the atlases, then stop being sensible.'],
      },
    ],
  },
  {
    text:
      'Nobody tells you what to do with the feeling of being the first in your family here. My parents ' +
      'are so proud that I can’t tell them when it’s hard. They’d only hear that it was a mistake. So I ' +
      'tell them about the trees.',
    anonymous: true,
    comments: [
      { text: 'The trees are true as well. My mother knows every tree on this campus.' },
      {
        text:
          'There’s a first-generation table at lunch on Thursdays, back left by the plants. You don’t ' +
          'need to sign up. You just say “trees” and we’ll know.',
        replies: ['I’m going to come and say “trees”.'],
      },
      {
        text:
          'I told my dad one hard thing, a small one. He told me one back, about his first year at the ' +
          'plant. We do one a month now.',
      },
    ],
  },
  {
    text:
      'Debate society lost the motion “this house believes that pineapple is a reasonable choice” by a ' +
      'single vote, and there will be a recount.',
    comments: [],
  },
  {
    text:
      'It has come to my attention that there are people here who have never been in the boathouse at ' +
      'sunrise, and live five minutes away from it. I’m making tea there on Thursday at six for anyone ' +
      'who wants to fix this.',
    comments: [
      {
        text: 'Six as in the morning six?',
        replies: ['The good six, yes.'],
      },
      { text: 'I’ll come if I am allowed not to speak.' },
      { text: 'Do you need cups? I can bring six, none of them match.' },
      { text: 'Went last time. The heron came. I’ve got no other news this year that is as good.' },
    ],
  },
  {
    text:
      'Small victory: I asked a question in the big lecture. My voice did a thing. But the person beside ' +
      'me whispered “same question”, and the professor said it wasn’t in the notes and that it should be.',
    comments: [],
  },
  {
    text: 'I’ve got forty metres of bubble wrap from the physics move, and no plan. Offers please.',
    comments: [
      {
        text: 'The corridor outside the exam office, on the last day.',
        replies: ['That’s a plan.'],
      },
    ],
  },
  {
    text:
      'If you’re in the 8 a.m. biology lab: the fruit flies have escaped. If you aren’t in the 8 a.m. ' +
      'biology lab: the fruit flies have escaped.',
    comments: [{ text: 'They’re in the dining hall and they’ve found the philosophical pears.' }],
  },
  {
    text: 'The organ has hiccups again.',
    comments: [],
  },
  {
    text: 'Lift works. Go, go, go.',
    comments: [{ text: 'I rode it twice.' }, { text: 'Stuck between three and four. Tell my story.' }],
  },
  {
    text: 'Wanted: a bass for a barbershop quartet. We’re currently a barbershop trio with a draught.',
    comments: [
      {
        text: 'I am a baritone with a cold. Until Tuesday I’m what you need.',
        replies: ['Rehearsal’s on Monday. Do not recover.'],
      },
    ],
  },
  {
    text:
      'The weather station on the roof of Marsh says that yesterday was the windiest day in six years. ' +
      'The posters on the noticeboards agree. I’ve seen an advertisement for a flat share in a tree.',
    comments: [],
  },
  {
    text:
      'Notes for anyone who starts theatre tech, from somebody who’s about to hand over the headset.\n\n' +
      'Wear black, but wash it. Tape is love. Label both ends of the cable, because you won’t remember, ' +
      'and at the moment when you need to know, it will be dark and there’ll be a dancer standing on ' +
      'it.\n\n' +
      'The actors will ask if you are nervous. Say no, they need it. The director will tell you that it ' +
      'is perfect and then change it. Write every cue in pencil. When something goes wrong, and the swan ' +
      'boat will go wrong, nobody in row F knows what was meant to happen. Count to two. Then do the ' +
      'next thing as though it had always been next.\n\n' +
      'Eat before the show. Thank the cleaner after it. Keep one sweet in your left pocket for whoever ' +
      'comes off stage crying, because someone does every time, and half of the time it was a ' +
      'triumph.\n\n' +
      'I’ve seen forty-one performances at Northfield, and not one from the front. I wouldn’t swap. From ' +
      'the wings you see their faces in the second before the light, when they’re still themselves and ' +
      'terribly frightened, and then they go.',
    comments: [
      { text: 'You gave me that sweet in my second year. I still have the wrapper.' },
      { text: 'Label BOTH ends. I’m going to have this tattooed on the workshop door.' },
      {
        text: 'Who’ll talk to the swan boat now?',
        replies: ['I will. It has been introduced to me. We don’t like each other yet.'],
      },
    ],
  },
  {
    text:
      'Pub quiz result: third from last, but we won the round on regional cheeses so decisively that the ' +
      'host asked if we were all right.',
    comments: [],
  },
  {
    text:
      'Is the person who plays the piano in the Pruitt common room at about eleven taking requests? It’s ' +
      'the only thing that gets me to stop working.',
    comments: [
      {
        text: 'I think it’s a first-year. He stops when somebody comes in, so we all listen from the stairs.',
        replies: ['There are eight of us on the stairs some nights. It’s a concert with no one in it.'],
      },
    ],
  },
  {
    text:
      'I’ve been pretending to like coffee for three years because it’s how people meet. I’m a ' +
      'third-year. I have had something like four hundred coffees. I dislike all of them.',
    anonymous: true,
    comments: [
      {
        text:
          'The Kettle will do you a hot milk with cinnamon in the same cup. Nobody can tell. Ask for ' +
          '“the usual lie”.',
      },
      {
        text: 'Four hundred is dedication. I’ve been doing this with running.',
        replies: ['With jazz, here.'],
      },
    ],
  },
  {
    text: 'Who took the good stapler.',
    comments: [],
  },
  {
    text:
      'Thank you to whoever pulled the blanket over me on the sofa in the Marsh common room and set an ' +
      'alarm on MY phone for my exam. How did you know the time? How did you know the code?',
    comments: [
      { text: 'The timetable was on your chest. The code was on the timetable. Please change your code.' },
      {
        text:
          'It was the cleaner from the early shift, she does this every exam season. Her name’s Ines and ' +
          'she likes lemon drops.',
        replies: ['Lemon drops delivered. She said I snore like a kettle.'],
      },
    ],
  },
  {
    text:
      'Meteor shower tonight if the cloud holds off. Group of us walking up behind the observatory at ' +
      'ten with blankets and bad singing.',
    comments: [
      { text: 'I’ll bring the flask with the dent.' },
      { text: 'Cloud is holding off as of nine. Wrap up, it’s biting up there.' },
      {
        text: 'Is the gate by the orchard path open or do we go round?',
        replies: ['Open till midnight, the porters know.'],
      },
      { text: 'Saw nineteen. Wished for the same thing every time, to be safe.' },
    ],
  },
  {
    text: 'The swan boat has been repaired. It’s Thursday. Opening night is Friday. I want to believe.',
    comments: [
      {
        text: 'It was going backwards at six o’clock.',
        replies: ['Upstage, technically.'],
      },
    ],
  },
  {
    text:
      'I’m the one who’s been doing the crossword in the Hollis newspaper every morning before anybody ' +
      'else gets there, in pen. I’ve seen the notes asking me to stop. I can’t. It’s the one thing in ' +
      'the day that I finish.',
    anonymous: true,
    comments: [
      { text: 'It’s you! Two years! Seven across last Friday was wrong and I have carried that alone!' },
      {
        text:
          'The librarians have started making a photocopy before you arrive. They didn’t want to tell ' +
          'you. They think it’s sweet.',
        replies: ['I love this place so much.'],
      },
    ],
  },
  {
    text: 'Mid-term check: sleep 4/10, friends 8/10, essays 5/10, soup 9/10. Would recommend.',
    comments: [],
  },
  {
    text:
      'Selling one bicycle, red, three gears of which two agree. It has carried me to every exam that I ' +
      'ever passed and waited outside the others.',
    comments: [],
  },
  {
    text:
      'I moved into a single room because I was sure that I wanted the quiet. It turns out I miss ' +
      'somebody breathing in the other bed and complaining about the light. I can’t tell her, because ' +
      'she was so pleased to get the space.',
    anonymous: true,
    comments: [
      {
        text: 'Tell her. I was the roommate in this story, and I cried into an enormous empty room for a ' + 'month.',
      },
      { text: 'You could ask to have dinner once a week and “forget” to go home.' },
    ],
  },
  {
    text: 'The porters’ lodge has a new sign: “We do not know where your charger is, but we believe in you.”',
    comments: [],
  },
  {
    text:
      'Does anyone want to swap a Wednesday library shift for a Saturday? It’s the returns desk, you get ' +
      'to see what everyone’s really reading. Hint: it isn’t what’s on the course list.',
    comments: [],
  },
  {
    text:
      'To the person in row H who laughed at the same dry joke as me in macroeconomics, alone, in a room ' +
      'of two hundred people: hello.',
    comments: [
      {
        text: 'Hello. It was an excellent joke about inventories.',
        replies: ['We were all watching this happen. Finally.'],
      },
      { text: 'I was in row J. I laughed four seconds later. I’d like to be considered.' },
    ],
  },
]
