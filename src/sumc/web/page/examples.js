// Problems and expressions to begin with; all of them are our own.

export const PROBLEMS = [
  ["en", "Ben has 3 boxes of 12 crayons. He gives 7 crayons to Ann. How many crayons does Ben have left?"],
  ["en", "Lena reads 15 pages a day for 4 days and then 12 more pages. How many pages does she read in all?"],
  ["en", "A rope is 24 meters long. 1/3 of it is cut off. How many meters are left?"],
  ["zh", "果园里有5排苹果树，每排12棵，后来又种了8棵。现在一共有多少棵苹果树？"],
  ["zh", "一根绳子长24米，用去了它的1/3，还剩多少米？"],
  ["zh", "一件衣服原价200元，打八折出售，现价多少元？"],
];

export const PAIRS = [
  ["3*2 + (5+4)", "2*3 + 4 + 5"],
  ["2*3 + 4 - 5", "2*3 + 4 + 5"],
  ["n1/(n1+n2) + n2/(n1+n2)", "1"],
  ["12*(8-3)/4 + 6", "(12*8-3)/4 - 6"],
];

export const EXPRESSIONS = ["3*2 + (5+4)", "n1*(n2-n3)/n4", "12/(1/3+1/4) - 5", "80*(1-25%)"];

export const CLASS = {
  reference: "3*12 - 7",
  answers:
    "name,answer\nAda,3 x 12 - 7 = 29\nBen,36 - 7\nCora,12 + 12 + 12 - 7\n" +
    "Dan,29 pencils\nEli,3*12 + 7\nFay,\"3*12 = 35, 35 - 7 = 28\"\n",
};
