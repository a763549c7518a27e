/**
 * Common names of people and words of tables, from which the reader of files learns which letters follow each other in a
 * language. Each word is here for a letter that ASCII lacks, between the letters that usually surround it.
 */
export const FAMILIAR_WORDS = `
Müller Schäfer Jäger Krüger Köhler König Böhm Schröder Günther Jürgen Jörg Björn Sören Käthe Bärbel Größe Weiß Groß
Strauß Vogël Möller Lübbe Brückner Schönfeld Höfer Häuser Bäcker Kühn Grün Dörte Götz Röder Löffler Förster Mühlbauer
Böttcher Ölschläger Übel Ärmel Größer Preuß Rößler Weißmann Geißler Straße Ausstellungsdatum Gültig läuft Personal
Hünig Süß Grünewald Dürr Lüders Büchner Kästner Märtens Träger Gräf Völker Köster Mönch Löwe Wölfel Hölzl Jänicke
René Renée André Andrée Zoé Zoë Chloé Chloë Noé Noël Joël Raphaël Anaïs Loïc Maël Gaël Benoît Aimée Désirée Hélène
Irène Agnès Geneviève Thérèse Cécile Céline Éric Étienne Élise Éloïse Émile Amélie Jérôme Jérémy Rémi Rémy Frédéric
François Françoise Lefèvre Lefèbvre Lemaître Dupré Béranger Gérard Bénédicte Mélanie Stéphane Stéphanie Valérie
Sébastien Mathéo Théo Léo Léa Léon Inès Régis Côme Gaëlle Danaë Héloïse Grégoire Clémence Ségolène Angèle Michèle
Adèle Joséphine Théophile Bélanger Côté Pépin Gagné Prévost Hébert Bérubé Châtelain Lévesque Levêque Forêt Prêtre
Hôtel Benoîte Maïté Aïcha Moïse Aurèle Josée Maëlys Lætitia Œuvrard Cœur Sœur Noémie Félix Véronique Dominique Açucena
délivrance émis électronique prénom numéro réussite été élève achevé terminé à âge garçon leçon Curaçao façade
José María Martínez González Gómez Pérez Sánchez Rodríguez Fernández López Álvarez Ramírez Díaz Hernández Jiménez
Muñoz Núñez Ibáñez Nuñez Peña Peñalver Muñiz Iñaki Íñigo Begoña Toño Ñoño Ordóñez Zúñiga Castañeda Saldaña Avendaño
Patiño Briceño Cedeño Treviño Niño Acuña Vicuña España Año mañana niña Sofía Lucía Raúl Saúl Jesús Ángel Ángela Óscar
Iván Adrián Martín Joaquín Agustín Concepción Asunción Ramón Simón Víctor Héctor Inés Andrés Tomás Nicolás Elías Matías
Rubén Belén Germán Hernán Julián Damián Sebastián Germánico Verónica Mónica Ágata Úrsula García Benítez Domínguez
Gutiérrez Vázquez Vásquez Suárez Méndez Márquez Velázquez Cortés Garcés Marín León Beltrán Guzmán Durán Galán Bermúdez
Pelayo Güell Argüelles Agüero Noguera Mariá emisión expedición número título país día dirección inscripción año
João António Antônio Conceição Assunção Gonçalves Magalhães Simões Guimarães Camões Patrícia Mário Sérgio Fábio Cláudia
Lígia Débora Mônica Verônica Júlia Lúcia Vinícius Estêvão Sebastião Romão Brandão Falcão Leitão Galvão Aragão Araújo
Luís Inês Mendonça Lourenço França Bragança Esperança Marçal Damião Abraão Cristóvão Leão Irmã Mãe Peçanha
conclusão emissão obtenção atribuição matrícula válido até endereço último próprio família não são três você Tânia
Ângela Antónia Eugénio Jerónimo Hélder Nélson Zé Sá Natália Fonsêca Ferrão Beatriz Luísa Caçador Assis Estevão
Niccolò Nicolò Noè Mosè Salomè Zanè Cantù Carlà Là Però città qualità età Già Così Più Mattè Ricò Bertè Giosuè Josuè
Roccà Sanità Virtù Perù Forlì Lunedì Rondò Tonì Salò Cafè
Åsa Åke Åberg Håkan Håkansson Göran Jönsson Sjögren Sjöberg Sjöström Lindström Nyström Engström Bergström Öberg Östberg
Ågren Åström Åkesson Kåre Måns Mårten Mårtensson Pål Märta Pär Göransson Björk Malmö Växjö Söderberg Söderström
Högberg Hökfelt Bäckström Näslund Källström Hägglund Wåhlin Ståhl Lövgren Dahlström Nordström Holmström Löfgren
Søren Sørensen Jørgen Jørgensen Bjørn Bjørnsen Bjørg Børge Øystein Øyvind Ørsted Ødegård Ødegaard Østergaard Ågot
Håvard Ståle Kåre Årud Dåsvand Møller Mølgaard Nørgaard Nørby Højgaard Kjær Kjærgaard Kærgaard Bæk Bækgaard Skjærbæk
Ærø Ægir Næss Hæstad Sæther Sæbø Bø Strømme Strøm Lindstrøm Bergstrøm Grønning Grønvold Solbjørg Torbjørn Asbjørn
Hønefoss Frøya Frøydis Rødland Bråthen Brodtkorb Lykkegård Årup Åge Aagård Frøyland Tønnesen Lønning Løken Skålevik
Mæland Nygård Strand Støre Gjøvik Østby Øvrebø Fløgstad Smådahl Gråberg Hågensen Høgh Bøgh Thøgersen Fjøsne Kirkegård
Hämäläinen Mäkinen Mäkelä Väinö Päivi Yrjö Töyry Häkkinen Räikkönen Jääskeläinen Lähteenmäki Niinistö Pöyry Mikä Syväri
Järvinen Järvi Kärkkäinen Väisänen Heikkilä Salmelä Äijälä Öhman Hyvärinen Tähti Jyväskylä Törmänen Löytynoja Särkkä
Þór Þóra Þorsteinn Guðrún Guðmundur Sigurður Björk Jóhann Jóhanna Kristín Hákon Ólafur Ásta Sæunn Helgadóttir Jónsdóttir
Siân Seán Siobhán Róisín Pádraig Máire Mícheál Caoimhín Éamon Ó Órla Sinéad Aoibhín Dáithí Cúchulainn Ruairí Brontë
Søndergård Daniël Michaël Mariëlle Noëlle Israël Ismaël Loës Coën Geërt Reünie België Eugène Hélder Kübra
Łukasz Paweł Michał Rafał Wałęsa Mikołaj Bolesław Stanisław Mirosław Wiesław Władysław Bogusław Lesław Łucja Łódź
Małgorzata Gałka Pawłowski Pawłowska Kozłowski Wasiłewski Świątek Świerczyński Ślusarczyk Śliwa Śmigły Żółć Żółty Żak
Żaneta Żurek Źródło Ździebło Józef Józefina Róża Góra Górski Wójcik Wójtowicz Król Jakóbczak Dąbrowski Dąbrowska Gąsior
Zając Mącznik Wąsik Kołątaj Piątek Grąbczewski Lewandowski Zieliński Zielińska Kamiński Kamińska Wiśniewski Wiśniewska
Wiśnia Szymański Szymańska Woźniak Woźny Kaźmierczak Błażej Grażyna Bożena Elżbieta Książek Książka Krzyżanowski Dudziński
Jabłoński Jasiński Baranówna Pietrzyk Gołębiewski Gołąb Więckowski Wieczorek Dębski Kępa Sęk Bęben Ręka Jędrzej Jędrzejczak
Przemysław Sławomir Jarosław Radosław Kościuszko Kościelny Kościół Jóźwiak Ćwik Ćwikliński Bąk Ząbek Pająk Krawczyńska
Stępień Stępniewski Kowalczyński Wróbel Wróblewski Urbańska Urbański Gdańsk Poznań Toruń Koń Słoń Dzień Cieślak Cieśla Leśniak
Leśniewski Rześ Jaś Staś Maćkowiak Maciej Piłsudski Piłat Półtorak Sułkowski Kołodziej Kołodziejczyk Głowacki Głowacka Płaczek
Jiří Jiřina Jiřího Dvořák Dvořáková Řehoř Řezník Řezníček Kříž Křížová Přemysl Břetislav Třebíč Ondřej Tomáš Lukáš Matěj Matějka
Zdeněk Zdeňka Vojtěch Štěpán Štěpánka Šimon Šárka Žaneta Žofie Čeněk Čermák Čapek Černý Černá Novák Nováková Svobodová Novotný
Procházka Kučera Kučerová Veselý Horák Němec Němcová Pokorný Pospíšil Hájek Jelínek Růžička Růžičková Beneš Fiala Sedláček
Doležal Zeman Kolář Navrátil Čech Vaněk Vaněček Blažek Kříž Kratochvíl Kovář Kovařík Bartoš Vlček Polák Musil Koudelka Šimek
Říha Tichý Mareš Ševčík Šťastný Macháček Strnad Bláha Král Dušek Jaroš Němeček Tůma Kopečný Zdeňku Aleš Miloš Ludmila Běla
Věra Květa Alžběta Kateřina Barbora Jindřich Bohumír Luďek Naďa Láďa Maďar Ďurica Ďuriš Ľubomír Ľudmila Ľuboš Ľubica
Kováč Kováčová Horváth Tóth Szabó Kiš Baláž Molnár Michalík Ondruš Gašpar Ďatko Hruška Šťastná Peťo Katarína Zuzana Žigmund
Juraj Kollár Mináč Ružička Vrábel Vĺk Stĺp Kĺb Tŕň Vŕba Kôň Môj Bôžik Pôbiš Jäzyk Mäso Šebesta Ňuňo Príbeh Kováčik Krištof
István László Gábor Zoltán Ádám Ákos Áron Éva Erzsébet Ágnes Ildikó Katalin Mária Márta Margit Gyöngyi György Györgyi Győző
Győr Győri Erdős Erdő Szűcs Fűzi Dezső Jenő Ernő Gergő Szőke Kőszegi Lőrinc Lőrincz Őry Őrsi Szőllősi Hegedűs Fülöp Füredi
Kovács Takács Lukács Szilágyi Orbán Balázs Mátyás Tamás Jónás Kálmán Sándor Zsófia Réka Tímea Tünde Csűrös Gyűjtő Nyerő Mező
Mezőfi Felső Erdődi Bethlenfalvy Szörényi Török Vörös Kőműves Sebők Pintér Veréb Lévai Bíró Bíborka Zsíros Űri Tűzkő Hűvös
Ștefan Ștefania Mureșan Țepeș Țurcanu Brătianu Brâncuși Brâncoveanu Ionuț Mihăilă Mihăilescu Răzvan Cătălin Cătălina Mădălina
Gheorghiță Văcărescu Pătrașcu Bălan Bălcescu Săndulescu Călin Călinescu Dănuț Lăcrămioara Ioniță Niță Gârbea Vîlcu Șerban Șerbănescu
Luminița Constanța Nuți Tănase Stănescu Vlădescu Crăciun Rădulescu Înălțare Încă Sînziana Ştefan Muţiu Ţiriac Ioniţă Ionuţ Şerban
Petrović Jovanović Nikolić Marković Đorđević Đorđe Đurđa Đuro Hrvoje Babić Horvatić Jurić Perić Ćosić Ćiro Ćurić Anđela Anđelko
Čović Čedomir Željko Željka Živko Žarko Žanić Bošković Bošnjak Šimić Šarić Krešimir Tomislav Domagoj Kovačević Kovač Kovačić Novak
Blažević Matić Ilić Pavlović Stojković Milošević Stanković Zupančič Jurišić Dragošević Marušić Prešeren Gašper Urška Nežka Tjaša
Matjaž Aleš Uroš Miloš Klemenčič Potočnik Oblak Košir Žnidaršič Hočevar Vidmar Golobič Žiga Anže Kristančič Čuček Ivančić Jurčić
Şahin Şule Şener Şeyma Şükrü Ayşe Ayşegül Gökçe Gökhan Özgür Özlem Öztürk Çelik Çiğdem Çağlar Çağrı Doğan Erdoğan Yıldız Yıldırım
Yılmaz Aydın Kılıç Arslan Işık Işıl Ilgın İbrahim İsmail İrem İnci Altıntaş Demirtaş Taş Güneş Barış Tuğba Tuğçe Oğuz Oğuzhan Yiğit
Ağca Bağcı Dağ Dağdelen Kaplancı Sarıkaya Nazlı Fırat Fatıma Haktanır Cansız Akıncı Kasım Hakkı Sıla Pınar Kırmızı Hışım Tekdağ
Анна Иван Иванов Иванова Петров Петрова Сидоров Сидорова Смирнов Смирнова Кузнецов Кузнецова Попов Попова Васильев Васильева
Соколов Соколова Михайлов Михайлова Новиков Новикова Фёдор Фёдоров Фёдорова Морозов Волков Волкова Алексей Алексеев Алексеева Лебедев
Семён Семёнов Егор Егоров Павел Павлов Козлов Степан Степанов Николай Николаев Орлов Андрей Андреев Макар Макаров Никита Никитин
Захар Захаров Дмитрий Сергей Владимир Владислав Александр Александра Екатерина Елена Ольга Наталья Татьяна Ирина Светлана Мария
Юлия Юрий Яна Яков Яковлев Ксения Валерий Виктор Виктория Евгений Евгения Максим Артём Кирилл Илья Игорь Олег Роман Тимофей Георгий
Людмила Галина Лариса Вера Надежда Любовь Оксана Анастасия Дарья Полина Софья Варвара Жанна Зоя Эдуард Эльвира Щербаков Щукин Цветков
Чернов Чехов Шевцов Шаров Хохлов Широков Жуков Зайцев Зайцева Ильин Гусев Титов Кудрявцев Баранов Куликов Рябов Поляков Гаврилов
Александрович Иванович Сергеевна Ивановна Владимировна Николаевна Михайлович Андреевич Дмитриевна Викторовна Юрьевич Олеговна Игоревич
Шевченко Бондаренко Коваленко Ткаченко Олександр Олексій Андрій Сергій Юлія Наталія Оксана Вікторія Ірина Іван Тарас Гнатюк Ковальчук
Кравчук Мельник Мельничук Шевчук Поліщук Їжак Єва Євген Юрій Василь Дмитро Богдан Зоряна Лілія Соломія Мар'яна Гриценко Савченко
Георги Димитър Димитров Христо Христов Стоян Стоянов Стефан Йордан Йорданов Тодор Тодоров Ангел Ангелов Цвета Десислава Живко Радослав
Елица Ивайло Мариян Петър Петров Илиев Благоев Здравко Красимир Тихомир Борислав Светослав Момчил Ђорђе Ђорђевић Петровић Јовановић
Марковић Николић Милош Јелена Јована Љубица Његош Живковић Вук Снежана Ана Марија Катерина Трајковски Стојановски Ѓорѓи Љупчо
имя фамилия почта дата группа отчество прізвище адрес электронная дата выдачи организация
Γιώργος Γεώργιος Μαρία Ελένη Νίκος Νικόλαος Κωνσταντίνος Κώστας Δημήτρης Δημήτριος Παπαδόπουλος Παπαδοπούλου Γεωργίου Ιωάννης
Ιωάννου Αικατερίνη Βασίλης Βασιλική Παναγιώτης Χρήστος Χριστίνα Σοφία Αθανάσιος Ευάγγελος Στέφανος Αλέξανδρος Όλγα Άννα Έλενα
Οικονόμου Καραγιάννης Μακρής Νικολαΐδης Κωνσταντινίδης Αγγελόπουλος Ζωή Ξανθή Ψαρράς Θεόδωρος Σπύρος Λάμπρος Ρούσσος Φίλιππος
`;

/**
 * Letters that European languages put before and after a letter that another encoding shares its byte with. A line break is
 * between entries, and an underscore stands for the edge of a word.
 */
export const LETTER_CONTEXTS = `
bcdfghijklmnprstuvz è bcdfglmnpqrstvxz
tsnmlcdrzgbpuv è _
aeiouyáéíóúěůľ č aeikouyíáénmtvjlcšů_
nrlhmdvkš č aeiíáouůyk
_ č aeiouáéíěuln
bcdfghlmnprstvxgjz ê clmnqrstzxç
tlrzbncd ê _
lrdwpkbgmnsztj_ ę bcdgkptzćżł
kczmt ę s
aou ï adscflmnrtvkez
aeuoáíyůŠi ď aekou_ůěž
aeioáéíóúunr_ ñ aeioáéíóúu
aeiouyó ń sckdtlwzcm_
bcdfglmnprstvz ò _
aeiouáéůí ň aeoukůov_ájiy
bdfghklmnrstvyjpqc_ ø rndlsygjkmvtp_
rlnfbm ø e
aeiouáíěpktdbzshv ř ieíáaouěků
aeiouáíě ř sntkc_
ptkbdvhs_ ř eěiíáo
bcdgilmnprstv ù _
rlnobtjf û clmnrst
fshtnygbmr_ ű cgklnrstz_
trhkjvnlmspzbd ů mžlvnchjktdr_
bcdfghijlmnprstvu ã o
bcdfgilmnprstvu ã een
uimrh ã _
abcdfghilmnprstvz ă _
bcdfghijlmnprstvşșţț ă bcdgilmnprstvzşș
aeiouănrcsl ţ aăeiuo_
_ ţ aeiuăâ
ijlmnpstvf õ e
bdfgklmnrsztvcyhp_ ő bcdfgiklnprstvz_
bdfghklmnprstvwjy_ å bdfgklmnrstv_
bfghjklmnprstvy_ æ bdgklmnrstv
iaeuo ć _
ai ć eikn
iaeo ć kmw
abcdfgilmnrstv à _
lncdrst ì _
bpvmntdjf ě cdhjklmnrtšžj_
aeiouyr ł aeikoóuym_
ptkbgmnzw ł aeoóuyą
_ ł aeouó
aeiou ł bcdkmnstwcz
bdgwjkmnptrzs ą bcdgkptzjrsż_
aeiouyr ś ckmnltwi_
_ ś lcmnwip
aeioóu ź bdmnkwl_
aeioóż ż abeiunyk_
r ż ay
_ ż aeuóym
bcfghjklmnpstvdrxwyzä_ ö bcdfghjklmnprstvwyz_ö
bdfghjklmnprstvwzy_ ü bcdfghjklmnrstvz
bcdfghjklmnprstvwxyzäi_ ä bcdfghjklmnprstuvxyä_
bcdfghijklmnopqrstuvxz_ é abcdefgijlmnoprstuvxyz_
bcdfghjlmnprstvxieou_ á bcdfghjklmnpqrstvxyz_
bcdfghjlmnprstvxuaeo_ í bcdfgjlmnpqrstvxyoa_
bcdfghijklmnprstvxe_ ó bcdfglmnprstvxyz_
bcdfghjlmnprstvzaei_ ú bcdefgjlmnprstvz_
bcdfghklmnpqrstgu ç aoãuõ
klnrsvthcdmbpžš ý _
nvrkhltsb ý mchkrvžl
aeiouáíý š aeikoátuvíkcmn_
jrlmnt š aeiokátu
_ š aeiktouálímpvn
aeioujrnlm ž aeikoámuídn_
_ ž aeikdouiá
bcdfghjklmnprstvyz ı bcçdfgğklmnprsştvyz_
bcdfghjklmnprstvyzö_ ş aeiıouülmhkntb_
aeıioöuü ş aeiıoukmtlnçbc_
aeıioöuü ğ aıiulrdmncbsye_
_ İ bhlmnpsrktz
oeluahrj ë lnrtsmq_
bcdfhilmnprtvg î nlrtmdc
aoie î ltnrm_
bcdghlmnprstv ô tlmnrdbzj
bcdfghlmnprstvr â tnlrmscubdg
`;

/** Syllables of Korean names and headings, the most frequent in all. */
export const KOREAN = `
김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용
영준수철희숙순미경자정훈호동혁상재성민지현서윤예은하율시우도연주아린채다인나은유진빈혜란선애화춘말복남기태승석규건환찬원욱근형식종대창광봉길달만덕두득래렬림명무범병보삼섭세솔슬승실심안양언엽예완외용운웅월율은의익일임잎정제존중직진차천초충치택판평필학해향헌협홍효후훈휘흥담람별봄빛새샘온이결겸단라루리비사산샛송아엘온조티가
름메일소발급날짜달수료완취득만사번학직원과회교육부서팀직책국적증명번호전화주배지언그룹반링크`;

/** Characters of Japanese names and headings. */
export const JAPANESE = `
山田中村木本川小林佐藤鈴高橋伊渡辺加吉松井上斎野原石清水崎阿部森池前岡長谷近後青福西三太浦竹内金和島今宮内大平坂横柴酒工遠千葉菊久保新安市古荒河丸杉永桜土関岩瀬服片桐
矢秋春夏冬北南東倉成黒白赤沢沼津塚堀星澤齋齊髙濱浜梅柳菅丹羽岸笠須栗熊早望月神奥尾樋口五十嵐豊武飯八谷岐吾郎次一二健雄夫男介輔翔大輝翼蓮陽葵結愛美咲花子恵香奈菜由紀真理
沙織裕優希望友智彩佳代和代幸洋明弘浩孝正隆茂博誠進勇治修学剛拓也哉哲徹達直樹秀俊康宏光昭敏英文雅典隼颯悠人斗海空心音凛芽衣桃々莉緒百萌詩涼夕朝日向虎龍司仁史志士生行男麻貴亜
絵里千晴遥響奏楓柚実穂純瑞綾静節和恭敬律聡賢慎匠創亮諒遼良祐佑勝利朗彦助三四郎会社部課氏名姓番号発行失効期限付与修了完交授国語言社員従業電便件年月日学籍苗字`;

/** Characters of Chinese names and headings, simplified and traditional. */
export const CHINESE = `
王李张刘陈杨黄赵周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易
常武乔贺赖龚文伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂华红玉梅建国志永春雪晓东海燕玲燕鹏飞宇浩欣怡子涵梓轩雨泽一诺俊思佳慧婷琳雅琪嘉诗梦瑶璐倩颖莹洁莉萍云凤香月珍荣爱兴成光天世家
振生林新利民德才发武全清福庆祥安元胜亮鑫博诚先敬震壮会群豪心邦承乐绍功松善厚裕河哲江超亮政谦亨奇固之轮翰朗伯宏言若鸣朋斌栋维启克伦翔旭辰士以致树炎泰盛雄琛钧冠策腾榕风航弘小大少中
悦昕妍萱晨睿昊阳然紫宁彤可凡柔蕾薇菲寒伊亚宜可姬舒影荔枝丹蓉眉君琴蕊瑗芝芬筠馨滢馥邮箱电子件地址姓名颁发日期学号员工编号完成组班级国家语言时间证书全部门
張劉陳楊黃趙吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈魏薛葉閻餘鍾譚鄒陸顧邵錢湯賴龔偉麗強軍艷傑濤蘭剛華紅曉東鵬飛雲鳳榮愛興國誠會樂豐龍萬喬賀慶壽學義儀禮寶寧維啟倫穎瑩潔詩夢瑤電郵資證書發證號員編號組級語時間
怡君雅婷家豪志明淑芬淑惠美玲宗翰冠宇俊傑佩珊詩涵柏翰承恩宥廷品妤彥廷子晴思妤宜蓁郁雯欣怡佳穎惠雯建宏文雄信宏政憲銘哲昱翔瑋庭儒軒筱琪`;
