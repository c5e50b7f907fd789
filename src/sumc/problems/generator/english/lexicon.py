"""English word lists: entries separated by ";", columns that go together by ","."""

CHILDREN = """
    Tom@he; Ben@he; Jack@he; Leo@he; Max@he; Noah@he; Ethan@he; Oliver@he; Henry@he; Sam@he;
    Daniel@he; Carlos@he; Diego@he; Omar@he; Ali@he; Raj@he; Arjun@he; Kenji@he; Wei@he; Jamal@he;
    Marcus@he; Tyler@he; Kevin@he; Brian@he; Peter@he; Paul@he; George@he; Eric@he; Victor@he;
    Felix@he; Hugo@he; Ivan@he; Andre@he; Dylan@he; Jason@he; Luke@he; Adam@he; Nathan@he;
    Mike@he; John@he; David@he; Robert@he; William@he; Steve@he; Frank@he; Tim@he; Joshua@he;
    Alan@he; Anna@she; Emma@she; Lily@she; Mia@she; Zoe@she; Chloe@she; Grace@she; Ruby@she;
    Ella@she; Sofia@she; Maria@she; Elena@she; Lucia@she; Fatima@she; Aisha@she; Priya@she;
    Anika@she; Yuki@she; Mei@she; Keisha@she; Nina@she; Rachel@she; Megan@she; Laura@she;
    Karen@she; Julia@she; Sarah@she; Hannah@she; Olivia@she; Clara@she; Amy@she; Alice@she;
    Eva@she; Irene@she; Molly@she; Tara@she; Wendy@she; Diana@she; Mary@she; Jane@she; Linda@she;
    Susan@she; Nancy@she; Betty@she; Joan@she; Emily@she; Jessica@she; Melanie@she; Sandy@she;
    Vera@she
"""

GROWN_UPS = """
    Mr. Lee@he; Mr. Brown@he; Mr. Garcia@he; Uncle Joe@he; Mr. Novak@he; Mrs. Hill@she; Mrs.
    Stone@she; Ms. Carter@she; Aunt Rosa@she; Mrs. Kim@she
"""

LEXICON = {
    "child": CHILDREN,
    "person": f"{CHILDREN}; {GROWN_UPS}",
    "adult": """
        Mr. Lee@he; Mr. Brown@he; Mr. Garcia@he; Uncle Joe@he; Mr. Novak@he; Mr. Patel@he; Mr.
        Adams@he; Mr. Okoro@he; Grandpa Bill@he; Coach Reed@he; Farmer Dan@he; the baker@he; the
        farmer@he; the shopkeeper@he; the gardener@he; Victor@he; Marcus@he; Omar@he; Mrs.
        Hill@she; Mrs. Stone@she; Ms. Carter@she; Aunt Rosa@she; Mrs. Kim@she; Mrs. Diaz@she; Ms.
        Chen@she; Grandma May@she; Mrs. Wood@she; the baker@she; the tailor@she; Laura@she; the
        librarian@she; the florist@she; Karen@she; Diana@she; Elena@she; Nurse Joy@she
    """,
    "thing": """
        marble; sticker; toy car; baseball card; seashell; stamp; coin; pencil; crayon; book;
        comic book; balloon; bead; button; postcard; key ring; badge; toy soldier; puzzle; ribbon;
        notebook; eraser; paper clip; game; doll; bottle cap; rock; feather; trading card; magnet;
        rubber band; toy block; ticket; star sticker; bracelet; hat; shirt; sock; ruler; toy train
    """,
    "collectible": """
        stamp; coin; baseball card; sticker; seashell; postcard; marble; bottle cap; badge; comic
        book; football card; trading card; old key; toy car; shiny stone; feather; magnet
    """,
    "fruit": """
        apple; orange; pear; peach:peaches; plum; lemon; lime; banana; mango; apricot; kiwi;
        strawberry; cherry; fig; grapefruit; tangerine; nectarine
    """,
    "crop": """
        apple; orange; pear; peach; plum; lemon; pumpkin; tomato; potato; carrot; cabbage; melon;
        onion; cucumber; pepper; strawberry; cherry; ear of corn:ears of corn; watermelon; turnip
    """,
    "snack": """
        cookie; candy; muffin; cupcake; cracker; doughnut; pretzel; brownie; piece of candy:pieces
        of candy; chocolate; slice of pizza:slices of pizza; pancake; biscuit; lollipop; grape;
        strawberry; cherry; sandwich; almond; peanut; gumdrop; jelly bean; waffle; dumpling; date
    """,
    "baked": """
        cookie; muffin; cupcake; bun; roll; pie; cake; brownie; doughnut; tart; loaf of
        bread:loaves of bread; bagel; scone; biscuit; pretzel
    """,
    "pie_like": "pizza; cake; pie; chocolate bar; loaf of bread; melon; apple pie; sandwich",
    "flower": """
        rose; tulip; daisy; lily; sunflower; daffodil; carnation; orchid; violet; marigold;
        iris:irises
    """,
    "tree": """
        apple tree; oak tree; maple tree; pine tree; cherry tree; lemon tree; walnut tree; palm
        tree; willow tree; dogwood tree; olive tree; orange tree; birch tree; fig tree
    """,
    "animal": """
        cow; horse; sheep; goat; pig; chicken; duck; goose; rabbit; turkey; hen; lamb; donkey;
        pony
    """,
    "pair_of_animals": """
        cow, goat; horse, sheep; duck, goose; hen, rabbit; pig, chicken; turkey, hen; lamb,
        calf:calves; frog, turtle; dog, cat; parrot, canary; swan, gull; pony, donkey; deer, fox
    """,
    "two_kinds": """
        apple, orange; red marble, blue marble; rose, tulip; pen, pencil; cookie, brownie; boy,
        girl; novel, comic book; fork, spoon; chair, table; cat, dog; taxi:taxis, bus; plum,
        peach; cup, plate; red balloon, green balloon; pear, lemon; hat, scarf:scarves; nail,
        screw; duck, swan; white button, black button; oak tree, pine tree; nickel, dime; car,
        truck; sandwich, salad; soccer ball, basketball; shirt, jacket; carrot, potato; lamp,
        clock; kite, drum; bee, ant
    """,
    "three_kinds": """
        apple, orange, banana; red bead, blue bead, yellow bead; rose, tulip, daisy; pen, pencil,
        marker; cow, pig, chicken; novel, magazine, dictionary; cookie, cupcake, muffin; dog, cat,
        rabbit; car, van, truck; plate, cup, bowl; carrot, onion, potato; shirt, sock, hat; dime,
        nickel, penny; oak tree, pine tree, maple tree; red balloon, white balloon, blue balloon;
        bike, scooter, skateboard; hot dog, hamburger, sandwich; adult, teenager, child
    """,
    "packed": """
        box, crayon; box, pencil; bag, marble; bag, apple; basket, peach; basket, egg; shelf,
        book; jar, cookie; vase, rose; packet, sticker; pack, trading card; crate, orange; tray,
        muffin; carton, egg; tank, fish; album, photo; plate, dumpling; bucket, seashell; box,
        doughnut; bag, potato; pack, balloon; drawer, spoon; bunch, banana; tin, biscuit; package,
        paper plate; bag, candy; case, water bottle; pile, brick; nest, egg; pot, flower; folder,
        drawing; cage, rabbit; pouch, bead; bin, toy; sack, onion; bowl, cherry
    """,
    "container": """
        box; basket; bag; crate; jar; tin; bucket; drawer; carton; sack; tray; bin; bowl; pouch
    """,
    "portable": """
        marble; apple; pencil; cookie; button; coin; orange; bead; walnut; block; eraser; key;
        lemon; egg; ball; crayon; sticker; shell; bolt; potato; candle; domino:dominoes; peach;
        stone
    """,
    "vehicle_of_people": """
        bus, student; van, player; boat, tourist; minibus, passenger; ferry, passenger; train car,
        traveler; cable car, visitor; bus, scout; boat, camper; bus, fan; coach:coaches, dancer;
        van, child
    """,
    "seated": """
        table, guest; bench:benches, student; row, visitor; tent, camper; room, guest; team,
        player; group, child; cabin, hiker; class, pupil; line, dancer; pew, person
    """,
    "reading": """
        book, page; novel, page; comic, page; magazine, page; storybook, page; novel, chapter;
        adventure book, chapter; history book, page; fairy tale book, story; diary, page
    """,
    "goods": """
        pen; notebook; toy car; cap; mug; candle; T-shirt; scarf:scarves; book; ball; kite;
        puzzle; doll; plant; poster; sandwich; key chain; bracelet; magazine; ruler; lamp; picture
        frame; umbrella; backpack; water bottle; board game; movie ticket; pizza; plate; towel;
        ice cream
    """,
    "cheap": """
        pencil; eraser; sticker; candy bar; apple; banana; pen; cookie; notebook; ruler; card;
        balloon; bagel; muffin; orange; juice box; marker; envelope; postcard; bottle of
        water:bottles of water; pretzel; cupcake; carton of milk:cartons of milk; lollipop;
        doughnut; lemon; stamp
    """,
    "costly": """
        bicycle; jacket; camera; tablet; phone; watch; guitar; television; laptop; desk; sofa;
        coat; printer; violin; tent; microwave; skateboard; pair of boots:pairs of boots; chair;
        bed; lamp; game console; suitcase; radio; keyboard; mattress; dress; suit; heater; scooter
    """,
    "two_goods": """
        pen, notebook; apple, orange; hot dog, juice; adult ticket, child ticket; cupcake, cookie;
        shirt, hat; bat, ball; lamp, chair; pizza, salad; book, magazine; mug, plate; brush, paint
        set; burger, milkshake; football, jersey; doll, toy car; rose, lily; bagel, muffin; towel,
        pillow; fork, knife; kite, puzzle; sandwich, drink; candle, vase; marker, folder; ribbon,
        gift box; jacket, scarf:scarves; pencil case, ruler; taco, burrito; comb, mirror; ball,
        rope
    """,
    "weighed": """
        rice; sugar; flour; beef; salmon; cheese; coffee; butter; nuts; tea; wheat; corn; cement;
        sand; grapes; cherries; potatoes; beans; chicken; pasta; salt; honey
    """,
    "stuff": """
        cup, flour; cup, sugar; cup, milk; cup, rice; spoonful, salt; liter, juice; liter, water;
        gallon, paint; liter, paint; pound, butter; pound, cheese; kilogram, flour; kilogram,
        rice; bottle, oil; ounce, chocolate; gram, cocoa; pint, cream; jar, honey; cup, oats;
        quart, milk
    """,
    "kitchen": """
        cup, flour; cup, sugar; cup, milk; cup, rice; spoonful, salt; liter, juice; cup, water;
        ounce, chocolate; pound, butter; cup, oil; cup, oats; quart, milk; kilogram, flour; cup,
        raisins; pint, cream; ounce, cheese; teaspoon, vanilla; tablespoon, honey; pound, potatoes
    """,
    "liquid": """
        liter, juice; liter, water; liter, milk; gallon, water; gallon, gasoline; liter, oil;
        quart, lemonade; pint, cream; gallon, paint; liter, soup; liter, lemonade; gallon, milk;
        liter, syrup
    """,
    "long_thing": """
        rope; ribbon; wire; string; board; pipe; plank; piece of cloth:pieces of cloth; pole;
        cable; stick; piece of wood:pieces of wood; garden hose; strip of paper:strips of paper;
        thread
    """,
    "length": "meter; foot; inch:inches; centimeter; yard; cm; m",
    "distance": "mile; kilometer; km; mile; kilometer",
    "short_distance": "meter; foot; yard; m",
    "small_length": "cm; centimeter; inch:inches; m; meter; foot",
    "height": "foot; meter; m",
    "tiny_length": "cm; centimeter; inch:inches",
    "trip_place": """
        island; lake; festival; fair; stadium; castle; museum; zoo; theme park; beach; campground
    """,
    "map_unit": "inch:inches; centimeter",
    "weight": "kilogram; pound; kg; pound",
    "tall_thing": """
        tree; tower; statue; flagpole; building; fence post; snowman:snowmen; sunflower; ladder;
        wall; lamp post; windmill; totem pole; bookcase; sand castle; rocket model
    """,
    "long_natural": """
        river; road; trail; canal; railway line; hiking path; coastline; race track; bike path;
        highway; ski run; bus route
    """,
    "heavy_thing": """
        dog; pumpkin; suitcase; watermelon; bicycle; sack of rice:sacks of rice; parcel; turkey;
        fish; backpack; rock; table; calf:calves; bag of sand:bags of sand; crate; lamb
    """,
    "vehicle": """
        car; train; bus; truck; motorcycle; van; ship; ferry; taxi:taxis; boat; coach:coaches;
        tractor
    """,
    "slow_mover": "walker; runner; hiker; cyclist; jogger; skater; rider; swimmer; rower; skier",
    "machine_product": """
        machine, bottle; machine, toy; printer, page; factory, car; factory, bicycle; bakery,
        cake; robot, screw; press, newspaper; workshop, chair; sewing machine, shirt; mill, sack
        of flour:sacks of flour; oven, pizza; machine, bolt; plant, phone; machine, paper cup;
        loom, rug
    """,
    "maker_product": """
        bake, baked, cookie; make, made, bracelet; knit, knitted, scarf:scarves; fold, folded,
        paper crane; paint, painted, picture; type, typed, page; sew, sewed, dress; build, built,
        birdhouse; draw, drew, cartoon; wrap, wrapped, present; pick, picked, apple; write, wrote,
        letter; solve, solved, puzzle; wash, washed, car; plant, planted, tree; carve, carved,
        spoon; make, made, sandwich; decorate, decorated, cupcake; paint, painted, fence post;
        mow, mowed, lawn
    """,
    "dozen_box": "box; bag; tray; carton; pack; basket; tin; package",
    "library_item": "book; novel; magazine; comic; record; film; map; atlas:atlases; story book",
    "stand_item": """
        cup of lemonade:cups of lemonade; glass of juice:glasses of juice; cookie; cupcake; hot
        dog; slice of cake:slices of cake; bag of popcorn:bags of popcorn; snow cone; brownie
    """,
    "drink": """
        bottle of water:bottles of water; can of soda:cans of soda; juice box; carton of
        milk:cartons of milk; bottle of juice:bottles of juice; can of lemonade:cans of lemonade
    """,
    "rental": """
        bike, hour; boat, hour; car, day; tent, day; canoe, hour; pair of skates, hour; scooter,
        hour; truck, mile; projector, day; surfboard, hour; kayak, hour; costume, day; trailer,
        day
    """,
    "meal": """
        slice of pie:slices of pie; bowl of soup:bowls of soup; pizza; salad; sandwich; pancake;
        burger; plate of rice:plates of rice; cup of tea:cups of tea; glass of milk:glasses of
        milk; taco; hot dog
    """,
    "breakable": """
        seashell; egg; plate; cup; vase; crayon; toy car; bottle; glass; pencil; mug; flower pot;
        light bulb; cracker; dish; jar; ornament; candle; tile; clay pot
    """,
    "game_target": """
        enemy; treasure; coin; star; monster; target; balloon; dragon; gem; ring; spaceship;
        goblin
    """,
    "picture_item": "photo; picture; postcard; drawing; snapshot",
    "chore_unit": """
        cook, cooked, potato; wash, washed, plate; paint, painted, door; clean, cleaned, window;
        bake, baked, pie; iron, ironed, shirt; check, checked, test; wrap, wrapped, gift; fix,
        fixed, bike; grade, graded, paper; peel, peeled, carrot; plant, planted, bush; wash,
        washed, car; sign, signed, letter; fill, filled, bottle; polish, polished, shoe
    """,
    "row_like": "row; line; pile; column; stack; group",
    "animal_parts": """
        robot, arm; flower, petal; toy monster, eye; house, window; castle, tower; shirt, button;
        branch, leaf; spaceship, light; tower, flag; cake, candle; tree, branch; wagon, wheel;
        cabinet, drawer
    """,
    "treat": """
        candy; chocolate; lollipop; cookie; piece of gum:pieces of gum; caramel; mint; toffee
    """,
    "hall_guest": """
        theater, visitor; cinema, viewer; stadium, fan; ballroom, guest; concert hall, guest;
        circus tent, child; lecture hall, student; arena, fan; opera house, visitor
    """,
    "craft_parts": """
        necklace, bead; bracelet, bead; quilt, square; bouquet, rose; shirt, button; wreath,
        flower; toy house, block; mosaic, tile; puppet, button; birdhouse, nail; crown, star;
        kite, stick; table, screw; garland, paper ring; poster, photo; doll, ribbon; cake, egg;
        pizza, olive; pie, apple
    """,
    "clothes_pair": """
        shirt, sweater; T-shirt, towel; sock, shirt; blouse, skirt; jacket, scarf:scarves; dress,
        apron
    """,
    "lap_unit": "meter; yard; m; foot",
    "pet_foods": """
        dog, biscuit; rabbit, carrot; horse, apple; monkey, banana; cat, can of food:cans of food;
        panda, bamboo stick; elephant, melon; goat, turnip; parrot, nut; hamster, seed; seal,
        fish; bear, pear
    """,
    "town_names": """
        Oakville, Milton, Riverside; Ashford, Brookdale, Clearwater; Hilltown, Lakeview, Newport;
        Fairview, Greenfield, Westbrook; Elmwood, Kingston, Redhill; Bayside, Cedar Falls,
        Eastport
    """,
    "message_item": "message; email; text; voice message; photo",
    "media_item": "song; video; game; podcast; movie; cartoon",
    "exercise_item": "push-up; sit-up; lap; jump; pull-up; squat; goal kick; serve",
    "part_of_house": "room; wall; door; fence; window; bench:benches; gate; bedroom; shed",
    "craft": """
        baked, pie; made, bracelet; knitted, scarf:scarves; folded, paper crane; painted, picture;
        sewed, doll; built, birdhouse; drew, card; carved, wooden spoon; decorated, cupcake;
        baked, cake; made, candle; made, necklace; baked, loaf of bread:loaves of bread; made,
        clay pot; knitted, hat; picked, pumpkin; caught, fish; made, puppet; baked, muffin; grew,
        melon
    """,
    "chore": """
        washes cars, washing cars; mows lawns, mowing lawns; babysits, babysitting; walks dogs,
        walking dogs; works at a bakery, working at the bakery; delivers newspapers, delivering
        newspapers; paints houses, painting houses; teaches piano, teaching piano; works in a
        shop, working in the shop; rakes leaves, raking leaves; waters gardens, watering gardens;
        tutors, tutoring; works at a farm, working at the farm; cleans windows, cleaning windows;
        drives a taxi, driving the taxi; works in a cafe, working in the cafe
    """,
    "good_place": """
        market; store; supermarket; fair; corner shop; flea market; mall; school fair; toy store;
        grocery store; department store; craft shop; book fair; bakery; garage sale
    """,
    "group_place": """
        school; library; museum; zoo; theater; park; stadium; swimming pool; camp; concert hall;
        club; cinema; sports center; farm; aquarium; gym; town hall
    """,
    "group_person": """
        school, student; club, member; camp, child; choir, singer; team, player; factory, worker;
        village, person; orchestra, musician; company, employee; class, pupil; hotel, guest;
        college, student; summer camp, camper; office, worker; sports club, member; dance school,
        dancer
    """,
    "venue_ticket": """
        theater, ticket; cinema, ticket; museum, ticket; zoo, ticket; bookstore, book; bakery,
        cake; bakery, loaf of bread:loaves of bread; fruit stand, melon; cafe, cup of coffee:cups
        of coffee; toy shop, kite; florist, bouquet; pizzeria:pizzerias, pizza; newsstand,
        newspaper; phone shop, phone; bike shop, bike; snack bar, hot dog; car dealer, car; shoe
        store, pair of shoes:pairs of shoes; ice cream truck, ice cream cone; dairy, bottle of
        milk:bottles of milk
    """,
    "months": """
        January, February; March, April; May, June; July, August; September, October; November,
        December
    """,
    "days": """
        Monday, Tuesday, Wednesday; Tuesday, Wednesday, Thursday; Wednesday, Thursday, Friday;
        Thursday, Friday, Saturday; Friday, Saturday, Sunday; Monday, Wednesday, Friday
    """,
    "relative": "brother; sister; cousin; friend; classmate; neighbor; best friend; teammate",
    "older": "father; mother; uncle; aunt; grandmother; grandfather; teacher; coach",
    "task": """
        paint a room; clean the house; mow the lawn; build a wall; dig a ditch; paint a fence;
        wash all the windows; plow the field; pick all the apples; type a report; repair the roof;
        load a truck; sort the mail; weed the garden; clean the barn; set up the tents
    """,
    "rectangle": """
        garden; field; swimming pool; room; playground; yard; parking lot; lawn; tennis court;
        farm; football field; park; courtyard
    """,
    "small_rectangle": """
        photo; card; sheet of paper:sheets of paper; poster; picture frame; tablecloth; book
        cover; screen; flag; mirror; envelope; towel; rug; tile; window; board
    """,
    "box_shape": """
        box; aquarium; water tank; crate; container; storage bin; brick; wooden chest; toy chest
    """,
    "planted": """
        tree, path; tree, road; tree, street; flag, road; lamp post, street; bench, path; light
        pole, avenue; bush, walkway; signpost, trail; rose bush, driveway; post, fence line; palm
        tree, beach
    """,
    "attribute": """
        are girls, are boys; are boys, are girls; are women, are men; wear glasses, do not wear
        glasses; can swim, cannot swim; have a pet, do not have a pet; like music, do not like
        music; ride a bike, do not ride a bike; are left-handed, are not left-handed; were late,
        were on time; speak Spanish, do not speak Spanish; play chess, do not play chess; are new,
        are not new; came by bus, did not come by bus; have a sister, do not have a sister; voted
        yes, voted no; are tall, are short
    """,
    "subject": "math; science; history; spelling; reading; English; geography; music",
    "sport": """
        basketball, point; football, point; soccer, goal; hockey, goal; handball, goal; baseball,
        run; video, point; card, point; volleyball, point; rugby, point
    """,
    "color": "red; blue; green; yellow; white; black; purple; orange; pink; brown",
    "savings_goal": """
        bicycle; skateboard; guitar; camera; tent; tablet; game console; telescope; keyboard;
        scooter; drum set; pair of skates:pairs of skates; surfboard; watch; necklace; toy castle
    """,
}
