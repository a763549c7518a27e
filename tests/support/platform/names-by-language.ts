import type { Encoding } from "@/lib/platform/files/choices";

/** Names of people in languages that an encoding is for: first names, a slash, and last names. */
type Names = Record<string, string>;

const WESTERN: Names = {
  German:
    "Jörn Käte Günter Heike Uwe Jürgen Lars Bärbel Anke Sören / Bäumler Kröger Schütz Wagner Hübner Strauß Lüdtke Köhne Vogt Böhme",
  French:
    "Aurélie Solène Mickaël Gaétan Fabrice Hélène Noémie Cédric Éloi Françoise / Lacroix Bénard Carrière Rivière Lévêque Dubois Forêt Crépin Maçon Perrin",
  Spanish:
    "Begoña Íñigo Joaquín Rocío Ana Lucía Ramón Mónica Efraín Nuria / Peñaranda Cárdenas Villaseñor Ruiz Galván Cordón Yáñez Ortuño Barragán Rincón",
  Portuguese:
    "Conceição Tomé Vânia Estêvão Rui Lívia Antônia Inácio Joaquina Cátia / Magalhães Simão Fragoso Loução Brandão Queirós Falcão Paixão Sá Gusmão",
  Italian:
    "Niccolò Noè Giosuè Mosè Marta Salomè Luca Desirè Chiara Aronne / Calabrò Cantù Nicolò Dessì Fabbri Mercadè Rovelli Canonicò Laganà Scirè",
  Swedish:
    "Åsa Göran Märta Håkan Lena Jörgen Pär Kerstin Måns Åke / Åkerblom Sjöholm Lindqvist Hällström Öhrn Bäckman Nyström Wallén Sandén Ståhlberg",
  Danish:
    "Søren Jørn Bente Lærke Åse Bjarke Kåre Jørgen Bodil Trine / Kjærsgaard Nørskov Bæk Thygesen Højlund Møllegaard Skovgård Brøndum Lykke Ærenlund",
  Finnish:
    "Päivi Jyrki Väinö Tuija Kyösti Seppo Äänekoski Pertti Elli Mäki / Hämeenniemi Pöllänen Virtanen Kärnä Jäntti Väyrynen Ylönen Särkelä Töyrylä Nieminen",
};

const CENTRAL: Names = {
  Polish:
    "Wiesława Józef Świętosław Paweł Anna Błażej Żaneta Radosław Bożena Michał / Gębala Ślązak Żmijewski Nowakowski Pęczak Dąbek Wołoszyn Kuśmierz Chrząszcz Łukasik",
  Czech:
    "Bořivoj Zdeňka Květoslav Jiřina Petr Věroslava Otakar Luděk Šárka Oldřich / Hřebíček Šťovíček Dvořáček Pavlů Vávra Křivánek Řeháček Pešková Zíka Čapková",
  Slovak:
    "Ľudovít Soňa Božena Štefan Katarína Zdenko Jaroslav Želmíra Ján Čestmír / Hruškovič Šťastný Kováčik Ďurčo Ľalík Mišík Ružičková Vrabec Chudý Ondrejčák",
  Hungarian:
    "Gergő Győző Tünde Levente Ernő Boglárka Dezső Emőke Zsolt Bálint / Szőllős Hegedűs Nagy Csűri Bődi Fűrész Kőrösi Mező Tóbiás Gyűrű",
  Romanian:
    "Cătălin Ştefania Ionuţ Mădălina Mihai Răzvan Sânziana Ana Gheorghiţă Viorica / Bălăceanu Ţuţea Crăciunescu Popescu Pârvulescu Şerbănoiu Rădulescu Mihăilă Năstase Vlăduţ",
  Croatian:
    "Željka Tomislav Ruža Anđelka Duško Krešo Mišo Nikša Jadranka Dražen / Žuvić Čolak Mandić Đurković Šubašić Kovač Vuković Ćuk Perišić Hadžić",
  Slovenian:
    "Špela Matjaž Žiga Uroš Nataša Andraž Tadeja Vinko Jožica Rok / Kržišnik Žagar Škerjanec Pečnik Kocjančič Hribar Režek Čuk Zajc Jerič",
  Serbian:
    "Đurđica Nebojša Snežana Vladimir Siniša Đorđe Dragiša Živana Tijana Rade / Vučković Stojšić Šaranović Žižić Đukić Marić Ćirić Pešić Radošević Kočić",
};

const CYRILLIC: Names = {
  Russian:
    "Григорий Людмила Пётр Евгения Вячеслав Раиса Эдуард Юлиан Инна Арсений / Щеглов Мышкин Воробьёва Цыганков Юдин Жаров Третьякова Быков Ершов Хромов",
  Ukrainian:
    "Григорій Любов Євгенія Їлена Володимир Ганна Ярослав Зінаїда Юрій Остап / Гончаренко Бойко Щербина Ґалаґан Пилипенко Чорновіл Яценюк Кличко Зінченко Дячук",
  Bulgarian:
    "Кирил Пламен Величка Гергана Живка Росен Ваня Щерьо Боян Цветан / Благоев Чолаков Джамбазов Янков Върбанов Щерев Гюров Пенчев Коларов Русев",
  Serbian:
    "Љиљана Душан Ђурђа Његош Живорад Вера Чедомир Слађана Раде Зорица / Ћосић Шћепановић Ђукић Џамић Љубић Жижић Савић Којић Пешић Недић",
  Macedonian:
    "Ѓорѓија Билјана Тоше Љубомир Снежана Ќемал Владо Гордана Зоран Димче / Ристовски Ѓуровски Поповска Цветковски Маџаровски Илиевски Ќулафкова Тасевски Петрески Крстев",
  Belarusian:
    "Ігар Алеся Уладзімір Рыгор Ганна Сяргей Францішак Вольга Янка Зміцер / Быкаў Караткевіч Шамякін Дубоўка Гарэцкі Мележ Лынькоў Кузьміч Арлоў Яўменаў",
};

const GREEK: Names = {
  Greek:
    "Σταύρος Δέσποινα Ηλίας Φωτεινή Λευτέρης Μαργαρίτα Ανδρέας Χαρίκλεια Πέτρος Ευγενία / Αντωνίου Βλάχος Μιχαηλίδης Ξενάκης Τσιπούρας Καλογεράς Ζαχαρίου Λάσκαρης Ρήγας Διαμαντής",
};
const TURKISH: Names = {
  Turkish:
    "Gülşah Çetin Işın Oğuzcan Sıdıka Tülay İlknur Uğur Şahika Volkan / Akgündüz Kılıçdaroğlu Yağcı Bağış Şimşek Öcal Güçlü Taşkın Doğruyol Ağaoğlu",
};
const JAPANESE: Names = {
  Japanese:
    "太郎 花子 健太 美咲 直人 由美子 大輔 陽子 翔太 さくら / 山本 高田 佐々木 井上 松本 藤原 石川 小野寺 中島 渡部",
  "Japanese in kana":
    "タロウ ハナコ ケンタ ミサキ ナオト ユミコ ダイスケ ヨウコ ショウ サクラ / ヤマモト タカダ ササキ イノウエ マツモト フジワラ イシカワ オノ ナカジマ ワタベ",
};
const SIMPLIFIED: Names = {
  Chinese: "小明 丽华 建国 秀兰 志强 晓燕 海涛 雨桐 文博 静怡 / 王 李 张 陈 欧阳 周 黄 徐 郭 谢",
};
const TRADITIONAL: Names = {
  Chinese: "志明 淑芬 雅婷 冠廷 怡君 承翰 美惠 俊宏 佩玲 宗憲 / 陳 林 黃 張 歐陽 劉 謝 鄭 許 蔡",
};
const KOREAN: Names = {
  Korean: "민수 지은 영철 수빈 하늘 준영 은정 동현 보라 재호 / 김 박 최 정 남궁 강 윤 장 임 한",
};

/** Names by the encoding of the files that people make of them. */
export const NAMES_BY_ENCODING: Record<Encoding, Names> = {
  "windows-1252": WESTERN,
  macintosh: WESTERN,
  "windows-1250": CENTRAL,
  "windows-1251": CYRILLIC,
  "windows-1253": GREEK,
  "windows-1254": TURKISH,
  shift_jis: JAPANESE,
  "euc-jp": JAPANESE,
  gb18030: SIMPLIFIED,
  big5: TRADITIONAL,
  "euc-kr": KOREAN,
};
