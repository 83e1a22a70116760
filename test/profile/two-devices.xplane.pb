
¨‰	/host:CPUJ#collective_ops/-1090825047618442936‹<"€Úõè–;ÈˆÕá-"Ğö¬ÜAàÛâJ#collective_ops/-1127905980899987218‹<"€ê›†=ğ†İó"Ø¦ßÁ™BÀÓ›Âl#collective_ops/-1387733326881221385‹<"îÅ²³@ˆéì­("à±‡âÛ@€õŠÅ)"¨Ùšª…AĞŠ£Õ"€°ƒ¢ìBàóÔ¤J#collective_ops/-1772410111781067967‹<"òäêµ; ÃİÔ"¸¥ø¥ÙAĞÓÊ£
J#collective_ops/-1786653173828355191‹<"$Ü‘Ş;àø×•"%øéËØ±A ¤ÛÖ1[#collective_ops/-3983647346662594401‹<"( ÉŸ¸á9°ã­3" ğª¬×ŒAğîŞœ")Àê¾ş‘Cğ°…‰Z#collective_ops/-4010097922153106017‹<",À‚—¢Ø@è³Í›)"øÃ¯ÁAĞİ‹µ"ˆœ£ÚBğí˜nJ#collective_ops/-4113254064323544820‹<"'ÀÃ“­é:¨³Õ "1ğ©¢©¯AÀµ¼l#collective_ops/-4310707945486655472‹<"4Ğôßß@˜×Ìû#"5øÁİƒAĞ¸†«"6à’½Š†Aø‚ºâ"7°ü›°ØB¨öÇÚK#collective_ops/-4922357267759392214‹<" òá·å;Ğ„‘«¢"ˆÀ¸÷ÆB€¨ãšJ#collective_ops/-5441510334244433301‹<"ØÅŞœ…=€Ÿùç"=Ğ¾Â¬“B¨Ó¤‚}#collective_ops/-5792038912948068766‹<"Ğ’¤òÿ@ğÂ¶Ç""˜Äì»‚AˆÂÑÜ"@¸ÚÃš„AØ»ÿÚ";è±Æ÷†A˜õâô"ĞØÂ‚øB°ã$J#collective_ops/-6571890783161276098‹<"-¸µı¦È@ Ó×Õ"Aø±Ë£Bø³Û—9#collective_ops/-6975904891658479987‹<"°É´;èÚ£íZ"collective_ops/-853054487094135219‹<"	€ì§Ê«:è»¸ë"+ˆµ³Æ¬Aˆš¤†"D¨öåĞ¹AÈüë¦k#collective_ops/-8597141835117179241‹<"* ‰²ì9Ğã€Ï("¨“ğØAà×Í¥"/ĞÔ‡‚³A˜ÅŒ
"F˜Â¿†œC ’öeJ#collective_ops/-8931231184720620340‹<"9ğ¡ÂµÃ;°Íò "
ğ¬˜ŸİA˜ÿè¶I"collective_ops/1205105465938001541‹<"< ©ßÒ@°íÿ¦">¨ˆ½¾²B¨‡Û­I"collective_ops/1868815983096606424‹<"IÈ¡Ä•ß<Àªúœ":¨ÀÀŒBàíÄıI"collective_ops/2074692757684205448‹<"8Èªã°ô:Ø„’¿"G€ÉÂ°Aè¿Î¨2I"collective_ops/3657285634438252708‹<"?ĞòÓâĞ<À«¸ı"#ğ·ıìæAğ²ìıZ"collective_ops/4657927469252992900‹<"2Ø¡½íø9ØØê¼"ÀÚù§‰AˆÛá"3áÁµ÷BÀŠ¥İ8"collective_ops/5754291591614367281‹<"È…“¿B°İŞü	Z"collective_ops/6743325212773372802‹<"Hèº­®—;¸”ì "E˜ûŸ„²AğöÆ«".èÁ¹²µAğõñì	I"collective_ops/6950719760264737625‹<"&ğŸ‚Ï²:ˆ¢úù"0ğ™Àˆ®Aä›‡I"collective_ops/7180780077514788643‹<"B ¬ı‚Ü<ø§ãé"ØêˆƒôA Á”I"collective_ops/7239299639340182808‹<"Øá¹àÅ@˜®ÓÛ"J ¤ŞèµBˆ–¦‹I"collective_ops/7425658183760595784‹<"KàÑó±Ó<˜˜Â÷"CĞ¸¯æ‚Bà†¾I"collective_ops/8284454814444352566‹<"Lˆš’ö9 ¨”"!°¥ŸµçBˆÇ€¢™node‹<"Xè®ìš½3àÉĞà"g "e "Nè®ìš½3¸ËÏO"S ÃÀ£¿3ØÌ’="SĞ„¬À3°ô³
"S€Æ¢ÂÀ3Øı†"S¸ÅôÓÀ3€£•"SøìÙ›Ä3°³ –»"T Ø˜ŸÄ3Èô£FRtf_Compute/-8157546129790745098‹<"¿¨Ä»îÍ3øÑÖ˜"šÀ¢ı…å3˜ßÍJ"œ€Çà×å3¸İü>"Ğñ™æ3Èªµ"Ğ‘±Óü3Ğê³Ñ"Ÿèûñ«ş3¸€¹²" ğıüàÿ3ØêêF"¡˜â€°€4èŠó"¢èÍ¦ƒ4øÙã¡"£Ø›ÒÏ„4€œr"¤àœÍÄ…4ØºñI"¥¸Ò‡“†4Ø¡óš"¦Ğğ„²›4ˆÍ§P"§èÇ‡ˆœ4ğáæù"¨¸ô•…Ÿ4ÀÒÒ—"©˜•€ 4àÑŠ{"ªÀÕóŸ¡4è„©À"«øå¸å£4¸´Æ”"¬°šùû¦4ğëÇ÷"­ÛÏø¶4€ì…Š"®°ÔÏ†½4 ±«C"¯øÊ–Ï½4ğ‘"°€¸üâÀ4€§œ™"±€¯¥ıÁ4 Ì¿c"²à’éãÂ4À»óW"³èÃ™ÂÃ4 ÏÁ¯"´¸ÕşøÔ4èô¡Ï"µ˜Á‡ÍØ4øïÏD"º˜¿åÙ4 Ùƒ>"»ø‘ıÜÙ4¨Ú½›"¼Ğ¦ÉùÛ4àÖØ"½¨«Ğ˜Ü4ø°ïj"¾ğ¨ù…İ4Ø±Ú("¿¨ğè¯İ4ˆùØ"À¸ÄĞİ4€³ C"Á˜úà—Ş4ÀšºÁ"ÂˆòÄÛß4à«æ)"ÃÔÑˆà4˜Ò€´"ÄÈ³ÌÀõ4ˆâè8"Åèóşÿõ4à¦ÌÈ"ÆèÀ–Ëø4†ÆD"Ïø¹Ô¡ù4ˆìô%"ĞĞŞÖÌù4èó—"ÑøËüåù4ˆèŞ"Ò°ËÈùù4¨§"ÓĞĞëŒú4˜Ï°"Ô˜Õÿú4Ğ½”"ÖñÖÀú4Àˆå"×øŒÇÑú4øÁ°"ØĞ²ğáú4À½ı"ÙĞ¾³ôú4 öõê"ÚèÄáâÿ4È«ƒ="Û÷ş €5ˆÑú&"ÜğãöË€5Ğ«¶ª"İÈšËı5ø¶Ú"ŞèÎ•Ú“5¨ƒÑ$"ßĞ²£ƒ”5¨Äú"à¨æÄ“™5À¡´´"áÀØöÓ¨5Ø­îı"âØáüÔ«5àáîJ"ã°¦¸¡¬5ˆ²é="äè©Òà¬5 Ïø£"åˆìàŒ®5€ÓÌŒ"æ¸³ó±5 „‚,"ç˜»ÓÍ±5€å˜­"è  ş¼5ë“."é º°½5àé¾á"êˆ¢’”À5Øº÷G"ëØ—İÀ5˜İÚ8"ìø¾ƒ˜Á5Ø©ë?"íØÁöİÁ5˜Â…"î°‡ÚâÂ5Ø®å"ïÀ¦ğÉÅ5 ßÏ$"ô õåøÅ5À–¿'"õ€”€¡Æ5˜£§„"öĞª°¦È5àÑË"÷¸Áé»È5ğğÜW"ø †˜•É5¨íÃ"úÈ´É±É5˜©é"ûÀÒÉ5Ğæå¥"ü ×ùÊ5€‡†"ıèõÖ•Ë5°îƒ©"şØ¨ÊÃâ5ĞŠã%"ÿà°ôğâ5èçÚø"€àœÂìå5¸ãÂ'"‰€çÊªæ5˜ÇÓ!"ŠğùˆÑæ5˜è"“Àö€·ç5 é…Ë"”Èùëˆú5À¾É;"•ĞììÅú5ØÍã"–ˆÓÕàú5˜¼ÄC"— Úï©û5Àİƒ»"˜€àæı5”õ"™ÀÔˆş5øÎÖÚ"šèİçŞ…6°·¾"›Ğƒşı…6ÈÀ“…"œØ•Ó‡¤6Ø´î!"øå­ª¤6°Šß"°ù“Á¤6¸îğN"ŸÉí”¥6ØÍ¸Æ" ¸üªŞ§6¨À®"¡¨ºÉü§6ºÆÅ"¢à¼³Ä¯6ĞïŒ"£ˆŒÑã¯6Èññ"¤ ¢ÓÖ²6øÈÂ#"¥ğÅ‡û²6Ø¥—"¦È¹‚’³6èåìç"§€¡µ€Ã6ØÇìß"¨ğì”ãÅ6°…¢"©¦ÙÆ6°Šëù"ªèéìıÍ6¨åş"«È©›Î6Ğ¹®ã"¬Ğè€Ñ6ÀÎŸ¶"­ÃŞ¹à6€È"®èÑÇÓà6Ş—<"¯Èëî“á6 ÛÂ"°˜¿›Ùã6øÜî "±€ØÓüã6ø”ö·"²ğ»ê¸ì6¸¤Î*"³ĞÆÆéì6˜ìŞÿ"´À—áìş6à¡¢%"µØ»‡“ÿ6 ıõ"¶ø½œ«ÿ6Ğó5"·øı¦æÿ6„Ù0"¸€œˆ›€7ğÌ¼¶"¹èÆæÓ‚7 â"¾ÀËçô‚7ÈğÉ"¿À˜˜”ƒ7¨¥ï£"ÀÀ„Ó¹ˆ7¨Åß"ÁÀòÖˆ7¸–ûb"ÄğšœÒ‰7ª²"Åà²—ò‰7Ø’ö­"Æ¸¶Œ¢‹7ˆåÖ"Ç°æ§¹‹7˜¹ñÅ2"È€©ß…¾7ĞÕ¬/"ÉØÈ’½¾7èÓ¢ÿ"Ê°û“ÂÁ7ğ©"Ó¸¡œ÷Á7ÈÜ$"İ¸ì°åÂ7ø»¥ı"ŞÀ¦¸ç×7°™Î"ßÙ…‚Ø7˜“Ê"àğßé”Ø7ğ²­6"á˜ùÁĞØ7Ø¿÷ø"âˆ®±ÌÛ7è¾í"ãèã…íÛ7 îÔ…%"äĞ‹“8èˆ@"åØâ–Î8ĞÃ±¯"æ¨¼óˆ8ğ½˜ "çÈ‡©ª8Ø‘‰"è–“»8à¾ÍK"éÁŒ‘8€œÍö"êè”ô‡”8ˆïü""ëÀ”¸¯”8ø¢•³4"ì€ºĞìÈ8À‚ã9"í¶À²É8€à½Õ"î°›¿‘Í8°Ğ‰"ïˆ¯Ç®Í8ˆ©ê"ğ ºÒÄÍ8ï…N"õâÌ¨Î8ø¾„"öà°ÛÆÎ8èõ²Á"ú€ƒ«Ş8˜³¿"ûøŒéÌŞ8àÂÄ"ıØš‰çŞ8¸ğĞ"şøÌ—üŞ8ˆòº"ÿĞíß8˜ëŠ_"€ˆ†¢øß8ˆ­µµ"‚øàÜµä8ø ˆ"ƒà¡ÕÛä8ø—ïÙ'"…  ÜÉŒ9¨ÏÁò
"†€ÖªË—9¸Û"‡ˆÔ±İ›9°Ğ§"ˆàÓ±ñ›9©ÛG"‰ˆ÷Áœ9øøå"Š˜ôğØœ9è§Î"Œˆ›Şï 9Ğñ¯"È‰Ñ˜¡9 ÂÊü3"Øæ¶ªÕ9€¢Ê)"¨ÍïáÕ9 …²‚"‘èÕËçÙ9èªñ"’°Áš÷Ù9Øö×K"“ĞƒºÊÚ9ĞâÒ"”¾âÚ9¸ùªã"–ğè¦¦á9ö¸“"—°˜‹éø9°”¼Í"˜øš¯‘•:ÈÛ—¥"šÀäŸÅ™:ø¢ï4"›È¾Ã‡š:ÀˆÈk"œ Ëşõš:°Ñd"°­êÛ›:ĞŸ«_"Øæï¼œ:Øø²e"ŸøÃÇ¤:à“Õ[" ¹¨‚:¨¾°`"¡àêÄä:°üˆº"¢È¥²£¦:Ø€ì_"£˜Ù÷…§:˜Èé_"¤€óÅç§:Øø™"¥Øÿ½«:ˆñÿÑ:"§øœŠ²æ: ×Ú="¨àÁÃıæ:Àá¤ø"© ë±ÿö:¨ Ğ©"¬è¿›Èù:ØÂ¼>"­ø»ÿ‘ú:€š²¡"¯è¾à¹û:€õ‚"°ØåÊİû:øÃğ›"±øÆ–ü‚;ĞşŸ"³ˆ°«œƒ;àÚú+"´€ìëÏƒ;È†ÀÌ"µ»ñ¤š;˜ÌŠ"¶º¾Ãš;ääu"·˜÷ûÅ›;°ã­÷"¸ø¿İ“¢;€¥áŒ"¹¨ãÒÌ¸;ğ‹ƒr"º¸şÂÔ¹;ÉÄY"»À¹Ã³º;óä "¼ˆÿ¬Úº;åŠÿ"¾˜Üææ½;Â²D"¿ĞÅ¦¸¾;€ÚšÌ"ÁÈı²–×;ĞŒÜ5"Â¨™ıØ×;˜İñÔ"ÃÀâÂ°Ú; ¼Ò"ÄèÔËÚ;€î©q"ÅÀ—ÃÛ;°¥¯""Æ¨À“ëÛ;ÈÆ¢ı"ÈĞåëòŞ;øÒ "Éè÷ˆß;È¶’Ğ"Ëğ©€ø;€Ÿ¤6"ÌğË¤Âø;€Ñé"Íğğ­û;Æù"ÎğŒúÍû;€û‡m"Ï°÷³Áü;€ª("Ğ¸Ïğíü;ğš°Ø"ÒØš»Ò<¨ïª%"ÓøØô<Ø×äÀ"Õ¸ÀâÌ—<ĞÓ§#"Ö°ãéù—<°èº€"×àé”üš<È±í"ØØû­—›<Ú¦o"Ù€ßàœ<øæ¸#"Úàøµœ<ˆŞî¸"Üø©Àı®<˜¿+"İÀ¨ê²¯<ğÁÀ–"ß Æï×·<°­Ê&"à˜”³ˆ¸<È©ú"áè¥½†Ê<€›ˆ$"â¸ˆÚ«Ê<Ğ†¼j"ãèÑŠË<ˆô³"äàüÁË<à—îâ"å˜îÍÔĞ<Ø‰±Â"æˆ—¶ªÓ<ØÕïŞ"ç¨©òè<°ñ"é‡°ë< ¢¶A"êˆ£‚ì<€™¢a"ëøÿÕçì<à§Y"ì°Ü¥Ãí< Â‡["íĞöÚ¡î<ğÈY"îà«óıî< şÿV"ïˆ«Í×ï<’ë`"ğ°Š¼ğ<€™ÀW"ñ€óß•ñ<ÀŸ Z"ò˜’òñ< ÷W"óè‡şÌò<à¿Œ)"ôˆàÇ–ˆ=ÀîÛë"ö˜“ú—‘=¨ÖÇ,"÷°æŠÎ‘=È²ì²"ø°ıø…“=°ª‚å"ûˆüÃ‰•=°¶…<"üˆÍÔÎ•=¸­ÁW"ıàÍÒ¨–=ğ±Äf"ÿ°òş”—=èğ‰"€€ıù²—=øËÄ™"ÀûÌÍš=À…ã"ƒø½¯îš=¸¤ìˆ"„ĞÓ¼ÿ¢=øÌ‰õ"…€Æåö¥=‹›6"†ğ¹¤®¦=ÈŸçš"‡¨³¹Ñ§=àÆÇÔ"ˆÈ£ê¯ª=°Œ‘‡"‰¸šü¿®=˜›„\"Š¨Ö¢¡¯=°Æ‰+"‹èØÓ¯=Øèúı"ŒğâÃÙÁ=ğ¬’"øÏµéÄ=Øßæ"èå¥ÿÄ=°¥ó5"€ÒİÁÅ=à‘ú—"ğÔíÜÓ=˜Ù†"‘¨¶ÏìÓ=°Òğ1"’Ğ–§Ô=èƒ´ô"“ Í³×=¢½6"”Èæ—Õ×=à”å›"• ©ŸøØ=Ğ›¹?"–°ÍáºÙ=€»üÕ"—àèı•Ü=è˜—ø"˜Üİ“î=ÀŠˆ"™àî—ªî=àªÅB"šõíúî=ø°ôƒ"›ğœ¸€õ=€¥ˆ"œàÁ£–õ=è‹°5"ğêœÔõ=ØùÆô"ÈóØÊø=şD"ŸÀÀ‡ù=¸ïÙå" Ğßì€Œ>¸¡„C"¡àÂ‹ÈŒ>¨¨¢ï"¢¸Œß½>Ğ£"£¨ÆòŞ”>Ğ‹™Ç"¤À‰³¬©>À…×"¥°ÖŞÄ©> Ä@"¦øêı–ª>è‘÷p"§ØŒ§«>ØŠ°d"¨°¦Æõ«>€îÍe"©€Œß¬>¸›”h"ªØ×¿Ê­>è­ú^"«¨‹…­®>˜„Ö_"¬À€Ô¯>°Ç½_"­¸Ôüò¯>ØËÍa"®€ğ³Ø°>Ğí‚d"¯Àß¼¿±>ø×Ÿ-"°È­‘ó±>ğŞğ½"±˜ÏüµÇ>Øä‹"²¸‹ËÇ>àÄŸ0"³ğ–´ƒÈ>€Ã¾Ğ"´à‹àÙÉ>¸ı˜½"µ¸æÿ›Ë>è±ä"¶Ğîå‚Ñ>ğÄì"·ˆÀ½¥Ñ>à½‡"¸ˆ³‹ÅÑ>ÀÛôa"¹¸Ù¬±Ò>ğÄŸŒ"»ÈßíÊÓ>øÃ£ "¼°ıÄñÓ>ĞôóÍ"½à‚—Åæ>ğĞ©4"¾È¬·üæ>˜®”"¿°˜Šœç>€Ö…V"À°×Éıç>øÛœí"ÁĞ°¢íê>€æğv"ÂØ®•åë>˜Ü™¬"Ã¨·ø î>ğ—â"Ä¨óÿ‹ò>ØÖËß"ÅĞáÈù…?Àœân"ÆĞíÜî†?ĞŒì€"ÇĞŒÿõˆ?°äîƒ"È ¿ó€Š?è§ë±"É° ‡µ?æ†%"Êˆ¹œÛ?øÓœf"Ë¨ğ²Î?ˆ¬´º"Ì€îÅŒ¤?˜½ı""Íğö¹°¤?ˆğ¤["ÎàÆèš¥?ˆ„¾‚"ÏøÀçŸ¨?Ğ­Õ‡"Ğ€ÄÏ¨©?ô¬"Ñ€”¥ß«?˜©Ìz"Òğûá¬?È‘†–	"ÓÀÚŒ€¶?ÀîÎ«"Ôø¦ñ±¹?˜‚"Õğ¶áÃ¼?èÏí'"Ö€áïì¼?øîìr"× ÊˆÍ?¸× õ"Øø¸ù…Ô?Ø®+"ÙˆÛÔ²Ô? Û¨i"Ú°‡Ì§Õ?¨·û©"Û˜‰ÖÖ?˜÷m"Ü˜š€Ç×?Ø¢÷ "İÈÓÏê×? ØŸ"Şà‰‘†Ø?œëQ"ß˜´ÖÜØ?Ø…³¦"à˜ ‘‹Û?ààìü"á€ Âì?°Å‘ß*"â€ªŒ—@Ğ»“ "ãÈš¼Ñ©@˜óÕS"äà£É¬ª@˜Ô‚÷"å€Öæ°®@’‚ı"æŸŒ¸±@˜²ÜJ"çğìÂ‰²@¸òó"èÈµï¢²@Àéµ/"é˜ÑÌÖ²@ğ‡+"êàŠ©¸½@¨æ³š"ëĞÒáßÀ@Ø††-"ìàÑ‘Á@ğŸìŸ"í˜ƒúºÇ@ø»Ì/"îØäüíÇ@Ø×‰#"ïèò»ÇÔ@¸‰®"ğĞú…ÙÔ@ ó™"ñ˜§ÂõÔ@€Ë”"òàÔêÔØ@øÂÅğ"óÈ³ÿÜ@ É¼"ôø¤“¤Ü@à°…¤"õ¸Ì£ğ@ÈÎáõ"öğâ…ó@¸¢í"÷€Û³¦ó@èç¤Š"øğõ¤Àö@ğö³Ş"ù˜ÎÆªù@èõÆ"úèÉØÂù@ÀÌò‡"ûˆ¬¶Ùü@ğ·Ëİ"ü€•ê‚AÀ™Ù"şÈÈÄ°Aøîë"ÿ¨şŒÕAØÔ¡¼"€Àˆù£’A¸ÒÈ"‚ õÆÓ•A˜°İ³"ƒğÕ™™AØËŞÿ"†à”‡»œA°ÅîA"—àÿ«¿ÁA¸•÷"™ø¢±şÁAĞÇÇm"›Èâ­÷ÂA¨óÂb"°šÔâÃA€û«a"ŸàÅšĞÄA˜‘´["¡Ğèé´ÅAğ˜‹`"£Èøà ÆAÈÁì]"¥ËÙ†ÇA¨óÎ^"§ˆÖ±ïÇA¸¼°["©àÍÕÈAĞ‹ÿa"ª€é‡¹ÉAØÑÌà"·˜äš‚çA Å/"¹àËæÊçA°‘Ú…"»¸á âèAÓ”Z"½¨¸‘ÒéAØÉÈU"¿øª¿µêAºÃ["ÁğœÌëAèûã]"Ã „ÿŠìA¸Á½d"ÅàÆøûìAˆ¢W"Çˆó¥ßíA˜æå]"Éğ¯ñËîA˜Ü•]"Êˆéß«ïAØÙ£œ"ãØÃ£¨ôA¨³¸'"å˜ÈèôAğú”`"çà‹ı×õAø©éQ"é¸Æ²µöA€ºÈ÷"êøÌ…¶†B°¨Õ"ë ™¹Î†B¸û°T"ìàÔ¬¦‡B ­é"íˆÂŞ»‡BèêéO"îñ‰ˆB˜í¬"ïàÑ¿ˆBà»¹R"ñàô«‰B¸²K"ó¸úÎÜ‰BèôËJ"õˆ¤Ö¸ŠB°„¿J"ö¨Òá†‹B€ÇV"ƒ	øÜåŒB€æ"…	Øö¼ÏŒBĞÏÈP"‡	¨Ú‡«B˜× L"‰	Ğû‚Bà˜Q"‹	èœ²ßB˜™ùQ"	ØùÖ½BØâ±L"	 “•BÈöÆH"‘	ˆ°æBšÚI"“	 ¨¹‘BˆŒ¢K"•	ˆñ’B¸ö£K"–	 œŸÜ’B˜à1"£	€¤áÜ¥BĞöà"¥	àÖ•ˆ¦BğÈY"§	àƒØê¦BğıÌM"©	øÓ†Á§Bğ˜ÁN"«	¸ßŒ˜¨B€œÔP"­	˜¹¤ò¨Bô°M"¯	È£•Ë©BøèİN"±	 •£ªBÀç ·	"³	Øª·ï³B°íŠP"µ	ÀñüÎ´B èÚI"¶	È­Œ›µBØù•7"Ã	èù€‘¸B°ø"Å	à¤Á¸¸Bøê†O"Ç	ø™´¹BÈÄM"É	ˆ¶è¹B€ôŸJ"Ë	È”®»ºBˆª˜K"Í	àÃê»BÈ¿ùK"Ï	ÀÈÖæ»B°êØ`"Ñ	øš¦Ñ¼B¨öŒJ"Ó	Ø®“¥½Bø÷ŞL"Õ	È¬Èú½B˜×¦J"Ö	Ø‘şÇ¾B¨ô½,"ï	È¹ÄÉB°¥—*"ñ	˜•ËƒÊBø«Êi"ó	øæÛüÊB ïşX"õ	àñ–æËB°®–S"÷	ğŠĞÈÌBøŸ™Q"ù	Ğßª©ÍBàÿÆT"û	øÜ½ŒÎBØñ¦N"ı	 Ü‘èÎBˆ¯±P"ÿ	ĞöãÅÏB¸´ò	"€
à£²èØB âû"
À»¨ÙB°èÁZ"‚
ÈØ¸ŞÙB€ßË"ƒ
˜ÿŒøÙBÀÉŞ"
¤¢«ÛBØ‰¾"’
€×çÙÛB¸²æX"”
ÈŞø¿ÜBğ¥T"–
˜à­ŸİBØœãQ"˜
øÕ€ÿİBˆ¯±P"š
Ğ¡àÚŞB€î°	"›
ˆö©èB²å"œ
øà¿¬èB°òW"
øšì†éB˜šŒ"
ïµœéB°…U"Ÿ
€ºõóéB¨Í" 
ˆ»Ÿ†êBÈ€ùR"¡
ÈûÃÛêBÈÒƒ"¢
ĞŸíêBØçĞO"£
¨‚©ÁëB°ØÎ"¤
öºÙëBàµì"½
ĞÑµ¹ìBø¯àÜ"¾
¨°Ø¡øB¸œı7"¿
˜òôÛøB Ú„"À
°ú¤ãùBÈèò-"Á
™§“úBğÈìd"Â
Ø¼ÿúúBˆØÎ&"Ã
ØèŸ£ûB°ÑŸZ"Ä
ˆñúÿûB€ÃÚ "Å
Øô•¢üB˜÷ñe"Æ
˜ …‹ıB°Õ¢!"Ç
ğ÷®ıBÀí­M"È
ˆúëııBØÊÕ"É
è„Š™şBØ—¸R"Ê
€øÙîşB€ı»"Ë
à°È†ÿBØN"Ì
 Ğ†×ÿB¨Åå"Í
€¢ÀïÿBø½•O"Î
¸•ĞÁ€CĞ›"Ï
§ÁØ€C€ïâP"İ
 ¸ÿÕCØ®À1"Ş
ĞŠØ‚CØğŠ"ß
Àú°£‚C˜‰éf"á
°½İƒCĞŞ«X"â
ğŒëøƒCØ„·"ã
Ğ‹®‰„C¸ÁóR"ä
ØİîŞ„CğŞº"å
ˆ‰Ìñ„C°©ñQ"æ
À³—Æ…C¸õ‡"ç
¨¾ãÖ…CàÅ‘è"è
È›ÉÑŒCøŸÃC"é
è…Ó™C€Øæm"ê
˜“—‹C Œ©,"ë
À¥Å¹CøÑ©T"ì
ØíCØÀ%"í
ÀÅá·C½éN"î
È¦©‰CÈè$"ï
€…Á±CèêïM"ğ
¸–Á…‘C°ºä"ñ
˜Ïµ›‘C°Ã‡,"ö
¨»É›C€¢¸/"ù
Ø¬‘òœC¸Ñò–"ú
Ğ»«ŠCØƒğ„"÷
ÈÄ¾¢ CÂë®"ø
¨û¯Ò¡C°˜‘"ü
°ÈÏõ£CØè·ğ"ı
¨¾ê¥C€üŸÑ"îØ¿ÏÓ¨C¨©Ê0"ïÀºç„©C¸åÅÚ"ñˆÔÁ÷¸Cèîì"òàœô¹C¨À®"ôè÷Ä´¹C˜†æ"õ ³÷É¹CĞºô"öøÁÔç¹CàÉâ'"÷˜ìÿºCàé×5"„è¾úÏºCàÉÜ)"…ØşúºCĞÁú3"ù˜è»±»CØëÙ"ú¸ïÇ»CĞô«"üğğºî»Cèîò"ı°ôâƒ¼Cø¯‰"şàöü¢¼CÒÔ)"ÿ€’§Í¼C°æ„7"†ˆ—™½C°‰Ä,"‡ğëŸº½C€Ÿ˜:"¤€« ¾C¨á¸"ªø¾öÍ¾Cè¹Ú"™ÈíŠ³¿CàÛ•"›È™·×¿C€Áá"‰Ø¡„ÀCğÖ"Šğê›ÀC˜¼"ŒÀ¬Î¸ÀC¸Ïä"àÀòÉÀC¸Ïê"ÕÀ²›òÀCˆŸ”"Ö¸ÉëˆÁCğÛ¦"Çø—é£ÁCÈß"È¸¹·ÁCÀØß"Ò˜şèÓÁCé¸"ÓØêîèÁCØª¼"ÏĞí††ÂCĞœ–"Ğ™û™ÂC°ñ‡"ğÓú¹ÂCĞşŸ"‚ãíÍÂCğ¡×"ƒğ“íÂC˜½¡"„²ÿ„ÃCĞİ•"ÅĞÁü¦ÃCØ‰Ü"Æ€Ñ’¸ÃC¨¤á"ÌğÙ˜ÖÃC€îº"ÍıŸïÃC‘á"ÑÀ¥ÑÄCø­ÿe"Òˆ²‡øÄC°·¹p"Îˆ´ËìÅC°ê‚S"ÏÈœ¼ÀÆC˜±Å†"Óğá”ÕÖC°‹õS"Ô¨Áø©×CĞ°ï~"Ë°¿Ç­ØCà¢Ê]"Ì¨¹™ŒÙC¨÷º€"Ö‰ÀÚC¸ã±€"Û¨¦”ëÛCø‡Û"ÉğöÑÍßCïóS"Êˆ«¹¢àC€´¶"¯¨Úò¦áC¸Ã™Ñ"°øÉËùâCĞãÌÑ"½¸¾ÒôCĞìÎ/"¾¨Â²‚õC¨Îğ;"´€Ë“ÉõCğË/"µ½õøõC ííP"à°ğïÙöC¨Ì¹"æàˆÿ•÷CÀØå"ç€ü¤ª÷CÈ¥†çPtf_Compute/1155117902099254054‹<"­Ø’—¾Ù3àÏN"¯Àğœ”Ú3ˆ¨Ÿ;"°¼ÉÒÚ3°ÏÄş"±ìçÔğ3ğâ•Œ"²€Ûœÿñ3À³‹À"³Àë€Âó3Èõ‡k"´¨Õ«´ô3˜ìÄ‘"µĞ€ğÇõ3À»µB"¶®Œö3ˆ«’€"·à£Š‹4˜ıÕD"¸ğùĞÙ‹4ˆÃĞõ"¹¨‰§Ñ4¸ùÊ‘"Â¸îÅù4€šÃH"Ãøã”É4À›Ş*"Ä ¨Ùø4ø˜Ÿ4"Å¨ßÿ¯‘4¸©á1"ÆØ„ùã‘4àÄ·("Çˆª„’’4˜ÇÇ%"È°…ƒº’4àÛ÷"É€„ùÚ’4¨ş·"ÊÀÀçü’4°²"Ë˜è‰“4ĞØŞ"ÌÀ›ÎÀ“4 Ïšé"Í ¼°¬–4¸Âƒ“"Î¸ç×À—4Ø”–„"Ï€åœË§4ğ®®¾"Ğà¤Àª4€ºˆ"Ñè²¶›­4èÌµ:"ÒÈ—ËÙ­4ÈÿÏµ"ÓĞ¶Ì³4€˜â0"ÔØÙØÄ³4¨ÅÄë"Õ°èšµÅ4Ø¶Ê"ÖØî ÅÆ4 öº`"×àƒò©Ç4  ‰é"Øøíğ—É4˜”ÚÅ"Ù°ÆŒàÌ4¨ğB"Ş¸˜Ó³Í4øÊ£;"ß€ş™ğÍ4ˆø‹—"àÈ°ˆĞ4‚ò"áÈ²š§Ğ4°ÌÜb"âˆ‰Ş‹Ñ4à…Û#"ë˜«¡ÀÑ4È…ŒZ"ìÀîˆœÒ4Àñª"íèŸÈ³Ò4€¸Ñ@"î˜ùĞøÒ4ïé"ï˜Ñ¤æã4¸°£7"ğÈ£ıŸä4ØæÔ "ñ€›¼Âê4˜Ç¯-"ò˜çŠóê4³Èâ"óˆ¦’Øí4à¥ğP"ü¸©¤¿î4Èò."ıÀÙ‚óî4°”"şè ù‘ï4¸ëŸ"ÿÈ®ªï4°"€àé¿ï4ˆáßI"°¾‹ğ4Øé¼"„ ’Ï¼ğ4ØŒŞ"†èëäàğ4È¢û"‡°–à…5 ğ“D"ˆ¨ƒİ¥†5€ŞŒ7"‰Ğ†æá†5ĞÜ§Ÿ"Š¨£Äˆˆ5€¼°Š"‹è¡Á•‹5èÅù2"Œ€„ÍË‹5ˆáŠ"Ğ™Ù›5ğìˆ."È”½‹œ5àÈºæ"è•ôó5ĞªK"Ğ¨°ÀŸ5Ø¬—1"‘è°åòŸ5˜Ïût"’à¸‹ì 5˜¦¤Ø"“¸°÷Æ£5ØÊ¥)"” Äìò£5ˆÛ¾"• …òµ¹5Ğ¯‰1"–Øç±ì¹5ˆº±ı"—°²ªîË5ÈØÜD"˜°‹´Ì5èÙŸ2"™°æòéÌ5€éòu"š¸²ÉâÍ5¸ÖİÑ"›ˆêşµĞ5€–ã""  •áãĞ5˜½ı""¡È× ‡Ñ5»˜‚"¢ğø»ŠÓ5€îÒ"£¸é©Ó5°ÇÉ["¤°šÃúÓ5 ÿ"­ØÈô–Ô5¸Ñ¡4"¯˜ä–ÕÔ5ğ¸ÿ"°è††Õ5¸’Ô§"±èæÜÇÖ5À¡’"²è‹ÓâÖ5 ü¢Ì"³¨à×²î5àì#"´Àã…Úî5À´şÜ"µ°¼½ºñ5ØŸİ)"¾ˆ£ùñ5€äÌ!"ÈĞÚƒ‚ó5Ø¦ÛÓ"ÉˆœàŠ6ØÙ )"ÊØ…àŠ‹6èıÛ"Ëğ¸­‹6À¯Â?"ÌøÎ—ñ‹6˜¿õÖ"Íøÿ·Ê6øŒô"Îè©¶ç6¨í¾Ì"Ï ¡Ğ¹—6ÀÆ¸$"ĞĞ…Ğä—6ˆÃÖó"Ñ¸ÙÚš6À™Ç$"Ò÷Ğÿš6øÁ˜"ÓşÜ–›6Àßß0"Ôèá¯Ê›6°ÍÖĞ"Õ¨›÷œ6¨¡"ÖçÂ´6àç×€"××é¹¹6Ø»Â!"Ø°½‡à¹6¨™‰ù"Ù ÏÕÜ¼6À£‹)"Ú¨È†½6€¹–"ÛˆÎı£½6¸ÇÅ7"ÜøÓ§à½6Øè¬Ç"İ¸ªÀ6 îô"Şø†ÓÃÀ6ĞÀõÑ"ßÀğË™Ø6°ŠÇ"à°êÊ»Ø6¸ìÆò"áğÈğ°Û6¸Êı$"âØ¯†×Û6¸‰Š"ã€¬¡òÛ6Ø‹ïA"äˆ©Ú·Ü6ÈÃ×Â"åè“ÆüŞ6ˆÑª"æàÒĞ—ß6ÈÛ¤»"ç˜ÑçØö6¨Ì‰&"èÈ£ê„÷6ğÅõ…"éÀÙ•ú6» /"ê Ë¦½ú6¨ÑÌ"ë¸«Ëİú6Ğ¹»;"ìØÊ‹œû6˜®Ã"íà´âáı6èËÅ"òøôı 7¨Ì› "óğ•€Â7¨½ãÎ"ôÈÌÚ’“7¸è£"õØº¬¬“7ÀÌùa"ÿ°€¢«”7È±¥1"ğîêá”7ˆùğ"‚ğÿºı”7˜¼ƒ¬"ƒˆ¯æ«–7¸¯Å"„€ñŠ¾–7È’Â¦""…øœÅğ¸7À›À4"†ˆñ€°¹7ØŞ¬"‡ ÏŒèË7Ø‚ü"°ùˆ—Ì7ğ’¾&"šÈé¬ûÌ7À²çÍ"› ¾÷ÍÒ7èĞ"€à¥ïÒ7˜ŒÅH"¸ï½Ó7È¾ËŒ"Ÿ Ô¥ÌÖ7°îç#" ğ‹ôóÖ7Àşœ–4"¡¨Ç¢•‹8Ü†4"¢°¦Ö‹8èˆ±ğ"£èÎÌÓ¢8ˆ¦Ö"¤€‘‡ğ¢8ˆù‚"¥ğÛƒ£8˜Ë›O"¦°Æ£Ü£8è¡ù"§ÀİÄÜ¦8¸àÆ&"¨à‰‰§8àøîÃ"©°„äÙ»8¸œ‰4"ª¸Ÿ«—¼8äÑŸ"«è•œ¼¿8Ğœ„"¬ ˆ„Ö¿8¨Ãğ«"­ˆÅü†Ï8ğé@"²ğÈ·ÕÏ8øÆ½"³ÈéîÏ8ğˆî%"·˜Á·±Ğ8¸“ì"¸ˆú¼ÊĞ8˜‹‹"ºè¾¤ãĞ8ØıÖ"¼ˆ·Å†Ñ8Èêë="½ĞöÊÎÑ8 ¾à–"¿¨äˆîÕ8è“Ÿ"ÀÈÿ¾”Ö8¸ÌÍ©$"ÂèÆæÙú8˜ÓŠ8"ÃÂ¤¡û8à­ññ"ÄÀø©›‘9˜Ï¶"ÅØÑ°ª‘9øÂÀN"Æø‰ô€’9ø”­"Ç¨Ğ­œ’9àÁü¯"É€ÍØ–9øØÏÙ"Êˆ´åÄ¨9à£­'"ÌØš÷Ğ9À‘Ş9"ÍÀ¨”ÚĞ9¨©™±"Î¨ÓÜä9Ø¶‹&"ÏèîÆ·ä9ĞÊ…Y"Ğˆ†îšå9˜Ûù "ÑøëºÁå9èê³Ï"ÒÀüéò9¸ı¨ˆ"ÓˆŠÅì: Ñ¾¯"ÔàÆ¯®Š:¸£¡"Ö¨ùıá:ÈÛü9"×èóƒ­:Ğå¥u"Ø¸å¤:°ïõŠ"Ù˜ù¸ :˜ÊÜq"ÚÀõÃ­¡:ØÛc"ÛØƒØ“¢:°å¡e"Ü¸¿Ïû¢:ğŞÁb"İÈµáà£:˜f"ŞÈ”¨Ê¤:¸æûg"ß€Øü´¥:èï¨×	"à°ú§‘¯:¨Àº"áˆ’¹Ò¹:ØşèÔ7"ãèú½ñ:´Æ1"äàã±úñ:ğĞ›‰"åØ‹äí„;ˆó–†"è€è¾‡;€Ü‡+"éˆ§¿‡;ĞÕŒ"êÀ»›çˆ;¹È‘"ì˜Ö€ş‰;ØÒö"íˆïœŠ; §ûÏ"î§ù‡‘; ó¾¯"ïèö’¼¡;¸»¬"ñˆÛà¡;€Âï"òˆ‡ü©;ğèì’"óøá¡­;€àÚø"ôĞùÆš°;ø¥Ë"õˆĞ³°;¸Ğ²f"ö ‰¦¢±;àó•<"÷Ø¯Ûâ±;€´÷"øø÷š²;ø‹ş"úà¯°ŒÆ;©1"ûğÎÙÉÆ;øµè¸"ı¨¦şÏ;ØÅ%"şàŞæ»Ï;¸€”¸"ÿÑ¼÷à; „ğ1"€¾Ğªá;ÀôË^"°óçâ;ˆ°š "‚ĞÏµµâ;°‚ËÜ"ƒ°¨Ëëå;ø£Š•"…èÔÆ‹é;è“("†ğèİ½é; óéÜ"ˆàŠí¦‚<°‘ı&"‰¸·ŠÖ‚<ÈÛÈ"ŠÈÊû …<­Æ"‹§·¸…<ğÅ‚^"Œ˜µº›†<¸è‹"àÿà»†<È¥€Œ"ğÅÚÑ‰<¸Ê•"˜ï¼ú‰<¸¥Ò£"’à²øª£<à¦$"“Ğ‹á×£<ˆ·«Ù"”°Íë²¦< ¥ª"•ùûÎ¦<èĞb"–Ø·È·§<¨¤·)"—¨Ìãå§<ğø¦ğ"™ĞÎÊŞª<Àûè"šè¤‡†«<Ğ—‚î"œ¸×»ŠÃ<Ğ¼Ï4"àó‰ÉÃ< ÅÔ"Ğô¥ Æ<èúå"ŸØ„¹Æ<À¡·`" ÀÆ» Ç<¸÷ú "¡ĞíÍÈÇ<°­Ş"¢è‹’ıÛ<ĞÀ®ş"£à–×ß<à’”Æ"¤ĞÔ¸Üä< Ó"¦øô·ùó<ğçï("§Øã®²ô<¡àb"¨°Ã™õ<ˆ„ËZ"©„Ñöõ<¨ÔÃs"ª˜Á²íö<øÑ—Z"«ø¶‹Ë÷<èøÃh"¬àŒ¨¶ø<àØ\"­¸İ¦•ù<°³¯X"®ˆ€àïù<˜¹€Z"¯˜ËËú<ğğÜW"°ğÓì¥û<À¿2"±€ éìû<Ø®ğ‰"³åÍˆ„=àËÿ+"´ ¥¿„=€š„•"µØ–µÙœ=è·ıË"¸ëÆ=ˆé¼8"¹è¯ş†Ÿ=ğ¾ÆV"ºÀáßŸ=şĞ]"¼ ÎÃ =ˆ‹ú"½øŸÚ =èÛŸÚ"¾¸íÂÅ´=ˆÁŠÒ"¿àŠš¸=¨Ì"À¥¨´¸=€¼¼"Á€õçÅ¸=ØÌ¤7"ÂØªÌ†¹=°£ô"Ã€Û«¼=è§‚×"ÄÀÛµ…¿=˜ÌÔ."ÅØü»¶¿=ÀåâÀ"Æ°¶ŒÈ=ØÕ‹h"ÇøÑ«îÈ=Èêƒ6"Èˆµè«É=è¢ËÛ"É¸îôˆÌ=Ğ¡"ÊØß÷šÌ=èÖ‘7"ËŸøÛÌ= Ô«"Ì°¾ÿíá=È‚ñ"ÍØ®¿şá=Èş9"ÎÈ¯Ââ=àĞ…Û"ÏÀ¢›Ÿå=Ø—€;"Ğ¸†ŠÛå=èÑ¥ "ÑÆƒƒç=†ÀF"Ò¨–ÖÍç=Èç ú"ÓèØŠÏê=°‰€é"ÔàĞÿºú=è–Ë"ÕÖ¿Íú=€¬ê9"ÖÈ•¨–û=È¨”ü"×øÒˆ”>è¼Ö"Ø€Ô¦ª>ÈÛ”2"ÙÈÒÄã>˜Óßé"ÚàÃ”Ï„>˜´çT"Û€ùÛ¤…>ˆŠÜ§"ÜĞøôÒ†>ğ¥P"İğ«“¨‡>ØîÁ¹"ŞàñÊè™>¸­öé"ßÈ„Œ×œ>°Õ”í"àØ¸èÈ¡>Èú°»"áø’°†¤>ˆ‹†"â˜§Î™¤>¨…‚L"ã˜‰Áô¤>Ëk"ä¸ğĞä¥>èÓ]"åˆ¤œÅ¦>€ù]"æ ¡¦§>¸äê_"çø™×ˆ¨>¸ûÆó"èøµ‘ˆ¸>Àƒl"é €‹ù¸>Š¾b"êøó’ß¹>ØÓ€^"ëØğ³Àº>ˆ„a"ìèéÇ¤»>È“ı"íØ¤äÃ»>¸Å•Ô"î€°“›Á>èÿ–"ïØ´²²Á>àî‚5"ğàÃôòÁ>èı¹Ì"ñ€ñÂÃ>èµ„¼"ò¨¥Û€Å> ”€"óØ–ÑŸÅ>¸Ù¢"ô¸š¡¹Å>°šğS"õ¸èí”Æ> Èö¯"öğÜ‘ÌÖ>Èúšr"øØ¥¦É×>ğ­‚7"ùğ‘ğ…Ø>Ğåïı"úøÉŞ‹Ü> ï‰ù"ûÀ÷µˆß>€Ş’5"ü¸¸•¿ß>˜åÕ"ı¸¨áßß>ğ˜¯T"şğ ø¼à>˜÷¡"ÿ¿…áó>ˆ·ûè"€€®ÜĞö>˜êË"˜Ô‚Ø÷>¸şíã"‚°èçÆú>ˆ¤–v"ƒ¸ÿ™Ãû>Ğæw"„ØŞÒÂü> ãùÒ"…à½Ç˜€?è¶´!"†È³äº€?ğ˜—\"‡Ğ‘è¢?°äµ×"ˆğÿÊı–? ëÈ%"‰¨Ñ–¤—?ÈË¶`"Š¸ù¬˜?Ğš½™"‹øĞ«›?àÄ‰"ŒØÚşµœ?è„‹Ê"ˆÎìˆŸ?¸×Ë" äÄß¯?€ÛÇñ"ØÜìÚ²?Àã„œ"ˆŸÄ€¿?ĞŠ³¬"‘À¹Œ³Â?¸ò«¤"’˜ÃˆÚÅ?Øíº,"“Ø»³‹Æ?ˆò©g"”ø¸ú‚Ç?ĞÒ›²"•ø÷®»È?Ø×Ú…"–ˆÀŠÅÉ?ˆÄÿ‡"—˜¦ÖĞÊ?Ø¡’"˜øºÍæË?È‰ä¨"™Àß˜Ü?ø‘Ì‡"š°Ÿ‚¥İ?äØy"›€Ú¤Ş?¨ïõ‰"œ° œ²ß?Øí£‡"à¾¾à?¨ê"è¥°Ôà?¨Ö¢Ó"ŸÈ—–­æ? ø‚-"  ØÓİæ?¡şX"¡¨èùÂç?˜€©¦"¢ï™íè?ØÚÈa"£ˆ¶êÑé? ßÏ$"¤ÀØøé? Õù%"¥È¡é ê?°ïé"¦˜ Ø½ú?¸õ¤©"§ìÑòü?ØŠ¾"¨àş³ş?Øá¿İ5"©ˆÌ¦´@ ûV"ªØ„©ù´@ø©„½"«ˆà­Á¹@øÎü†"¬ ‚ÛÎ¼@€‘ªæ"­ ‰£ºÄ@°ûİ"®Ø—ÒÕÄ@øÔ…6"¯˜¦®Å@è´ó("°àŞ÷ÇÈ@ğ¶è‹"±¨›ˆÚË@¨º€+"²ĞË¬ˆÌ@øĞû”"³ÀŞ¤Ï@°Èß"´ğˆêˆÒ@ğŸº"µàé¯¤Ò@˜•½ "¶ğû«‚à@È§µ"·°ã†˜à@ â"¸ğ±„³à@˜’ÿ«"¹ÈÛÑóã@ Ï¦å"ºÀĞ§çæ@èß÷"»ğóËÿæ@ğÀ¸Œ"¼Ğ„Ê›ê@Àõ›Ú"½ğ™§ƒí@ˆ‹€"¾˜¨Ñ—í@ØÃ×Ó"¿ø›¥•‰AøËÖ"À Ôš¶‰Ağÿš"ÁÈûÜœAè¤Äë"ÂØê½š¡AÈ¹¦"ÅèŒÏ¡A¸†"Æ°õÛû¤Aˆ»É”"ÈÈÕ¾¨¨A ²Ø"ÉĞÄ‹Ò«AÎØĞ!"Ì€İæâÍA¨êÉ7"ÛøäôãÎAÀñª"İĞÒ»ŒÏAø¦½`"ßˆ‡¡óÏAˆÃ³["áàÃóÔĞA˜¼ˆW"ãè•³ÑAèºŞX"å¶Ö’ÒA¸–™Y"ç€Ù±óÒA€€\"éØ•şÖÓAºÉY"ëØåç¶ÔAèˆÂY"í˜çù˜ÕA¨‘ÑZ"îˆ‡õÕA¨«ÔŞ"ïø¥ÿòØA´¿ƒ"ûøÁ¢£÷AğŸº"ıÈƒ¯Ñ÷AèõÏ"ÿˆŸºêøAØÉ°]"à³´ÑùA ¦®_"ƒÀİ´¸úAĞ÷Øb"…ø–­¦ûA˜úÿ`"‡ÈÖüAĞÑµd"‰ ÒöûüAĞÑÁ`"‹ğûÓåıA¸‡Œ_"ğŒ·ÎşAà§İd" †ù´ÿAàáçğ"Ÿøë¦ù‚B˜èÅ""¡ğ˜à°ƒB¨ÁÊW"£øİ˜˜„Bè½J"¥°êğ„BˆıšO"§€àî‡”BĞ’ÿ|"¨¸ßç‰•BÀÄË"©˜ÅÙ›•B°ãÆK"ª€ìµé•BÈæ©"«ğÂÏø•BˆÕàJ"­Ø›Ó–BĞüƒb"¯ˆŸ’Ä—B ‹êN"±ĞÛÙ ˜BØ¿M"²ˆÊÄñ˜B€Ï3"¿ Èí­œBè¶º"ÁÈ‘ãÚœBÀ‰éR"Ãàò¹B¨ÓJ"Å¨¨©B¸ÚÖK"Çø³ÒâBÀ×êI"ÉÈç´ŸB•¯J"Ë˜¸×Š B°ÇùK"ÍˆïüŞ BÀÈéK"ÏÁÃ²¡B˜Æ‚J"Ñ°ÂÑ„¢BèåÄN"ÒÈìîÖ¢B¸ş0"ßÈÄ»‹«B€¯º"áø­à·«BĞ®ÄU"ã¸Ï—˜¬BĞ¢ÅV"å¸ÿá÷¬B˜¾ÉO"ç€™Ó­BĞÊQ"éø™À­®BØô¢O"ë°ïÁ‡¯BĞÃÉQ"í¨ÁÓã¯BØ”ÔI"ï€©µ°Bà‰¯M"ñ˜£ÂŠ±B¨­ÈL"ò¸†àÚ±BøÿÓ3"ÿĞÏ”ê¿B…Œ"ğüß‡ÀBğÜÈR"ƒˆ±µâÀB¸ Åe"…È¹ñÑÁBˆğÔK"‡ğ—¥ÂBØàJ"‰¨î×÷ÂBÀèˆL"‹ ÙÌÌÃBèÄÌO"è€¤ÄB˜‚İO"È‹‘ûÄBØŠàT"‘èÔæ×ÅB°•ÅT"’ÈÀ¯ÆBøá-"£ğÈ¬ÏĞB¸òÉ#"¥ğêÆˆÑB¨¥÷Y"§° ŒğÑBø³¿P"©øúÃÎÒB¸çS"«ØŞ™¯ÓBíÜM"­èëåŒÔB°¦Q"¯˜ò—éÔBğàQ"±ÀñßÈÕB¨·†S"³ø›‡©ÖBğ›½O"µ ™¬†×BØçĞO"¶°ÑŞÙ×B¸è©"·°”Ñò×Bˆ³¨"ÄàÇë¼ßBØõù$"Å¸œÛèßBÀ’µ"Æ€ÂçùßB¨ÿßW"È Ç‹ààBèËØf"ÊĞ‹‹ÔáB¸‚‹R"Ìğ¢¾³âBğğîQ"Îğ¬ñãB•—R"Ğè€¦ïãBÀÙûQ"Ò€¡ÉÎäB°Â¼R"Ô Û­åB€åŒR"ÖÈºÆŒæBèû‡R"×ø®“âæB ¼ä"Øè€äûæBÈ§"éÀ‡„¸íBÈĞÏe"ê€“È¤îBÀøÎ%"ëğõ’ÌîB°·¡x"ìĞ’…ÇïBğ³à"í ‘“àïBØßíb"îøÿõÄğBîã"ï ¶æÙğB¸ ã["ğàóğ·ñB€¥"ñĞ±­ÌñBØ…©Y"òÈÄÖ§òB°İù"óğ±»òB¨‘ÑZ"ôÀŞ‘˜óB°—"õ¨¨¨óBĞãĞY"ö°ÂàƒôB€‚ù"÷¸úÑ”ôB êÓY"øğ©°ğôB¸õ‡"ùà’Á€õB¸‚í["úğšâŞõB¨†"ûÈÏ€ñõBÀ¸ëZ"ıøÊÍáöB¨à¯%"†“Õ·÷BÈÔŞ("‡à…¼Û†C èòA"ˆĞô«Ÿ‡Cøâ£b"‰Øëú‡ˆC¨º²D"Š¸îíÍˆC˜ª…Z"Œà»é½‰C¸Ğ×­"À“ÓìŠCĞ×ƒÙ	"˜£àÎ”CÀñî)"¨ëŞù”Cø“Ü<"ÿ
°¬½¹•C°Úµ("€ ÉÅâ•CèŸ¬B"àÍ­¨–Cøõ§'"‚Ø¯¯Ğ–C°×¡/"ğ–‘—C€á"‘à©¼¤—CÀâ"’ÀËğÃ—CĞ—ë"“À›ÁØ—C¸ä"Úî£ ˜Cà¿È"Ûøÿ±¶˜C˜Âä"ÂğÖÎò˜Cà¸€"Ã¸Ô…™CÈ„ü"Ë †˜§™CèÕ›"Ìøµù¿™C˜®¦"ÍØ×¿Ù™CàÇõ"Î¸Ööí™CàôÎ"È˜‚ŒšCà©ÿ"É¨‘× šC˜Ì–"ÊĞºÑÁšCøß·"Ë Íı©Càœı#"Å¸î‰²ªCØ¬ë"Æø¥ñÈªC€‡€"Ã¨â¶ïªCøéÒ"Ä åÔŠ«Cğ¿µ$"ÓÀÆÇ±«Cèßå"ÔüÍ«CĞ¨9"Î¸¢’¬CØ¨ĞV"Ïàô‹ê¬C¸ÿ‹"Ñà´ÿÿ­C¨¢Ñf"Òèê¼ç®C¹ì…"ÆğòÉñ¯CèØÎZ"Ç²ÏÍ°CÀ· "€•Íá±C€µä·"‡ĞÄÚá³CØø½"şÀ¦‡µC˜ÏüÇ"ÿ€¥Üç¶Cˆ–’¸"Çğ’•ÂÈCĞÔÄ²"ÈÈ˜§öÉCĞãæ¢"À¨üú§ÌCĞ¸ÇÂ"Á¨ãÑìÍC¨àºÅ"»ˆäè¼ĞCğç×0"¼˜¸ÎîĞCˆõ·b"¸ˆÂÆÖÑC“Ô0"¹ĞèÂˆÒC°ÿ¥E"¶¸‡ŞÒCğñ›5"·ø‘ö“ÓCøò×A"±€ËÚÓCø×‡5"²€»Ÿ‘ÔCèÛ†H"ÄØ“ãæÔC¨çß0"ÅĞŞ¤˜ÕCàÒ‹C"ÂøüëæÕC¸àœ4"ÃĞƒÚ›ÖCˆŞ"ËÀ¢ÂÖæC¸ŞÁ"ÏàØª“çCˆ¸Ù"Ğ°È½¬çC€Íà"²°²½ÅòCØ‚"¶ÀÍÊğòCØá‰"·àŠ…óC¸õ‡"™¸…üàóCøóº"šĞêïôóCøåÀÌ"GC/replica_1/all_reduce/bucket_11:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_24:CollectiveReduce"CollectiveReduce"F	B.replica_1/all_reduce/bucket_8:CollectiveReduce"CollectiveReduce"F
B.replica_0/all_reduce/bucket_1:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_10:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_28:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_27:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_18:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_23:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_32:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_23:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_14:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_16:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_13:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_34:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_30:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_32:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_22:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_18:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_31:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_22:CollectiveReduce"CollectiveReduce"FB.replica_1/all_reduce/bucket_4:CollectiveReduce"CollectiveReduce"GC/replica_0/all_reduce/bucket_12:CollectiveReduce"CollectiveReduce"FB.replica_0/all_reduce/bucket_0:CollectiveReduce"CollectiveReduce"GC/replica_1/all_reduce/bucket_27:CollectiveReduce"CollectiveReduce"G C/replica_0/all_reduce/bucket_15:CollectiveReduce"CollectiveReduce"G!C/replica_0/all_reduce/bucket_31:CollectiveReduce"CollectiveReduce"G"C/replica_0/all_reduce/bucket_21:CollectiveReduce"CollectiveReduce"F#B.replica_1/all_reduce/bucket_1:CollectiveReduce"CollectiveReduce"G$C/replica_1/all_reduce/bucket_12:CollectiveReduce"CollectiveReduce"G%C/replica_1/all_reduce/bucket_28:CollectiveReduce"CollectiveReduce"F&B.replica_0/all_reduce/bucket_8:CollectiveReduce"CollectiveReduce"F'B.replica_1/all_reduce/bucket_9:CollectiveReduce"CollectiveReduce"F(B.replica_1/all_reduce/bucket_7:CollectiveReduce"CollectiveReduce"G)C/replica_1/all_reduce/bucket_33:CollectiveReduce"CollectiveReduce"F*B.replica_0/all_reduce/bucket_7:CollectiveReduce"CollectiveReduce"F+B.replica_1/all_reduce/bucket_5:CollectiveReduce"CollectiveReduce"G,C/replica_1/all_reduce/bucket_24:CollectiveReduce"CollectiveReduce"G-C/replica_1/all_reduce/bucket_29:CollectiveReduce"CollectiveReduce"F.B.replica_0/all_reduce/bucket_3:CollectiveReduce"CollectiveReduce"F/B.replica_0/all_reduce/bucket_5:CollectiveReduce"CollectiveReduce"F0B.replica_1/all_reduce/bucket_3:CollectiveReduce"CollectiveReduce"F1B.replica_1/all_reduce/bucket_2:CollectiveReduce"CollectiveReduce"F2B.replica_1/all_reduce/bucket_6:CollectiveReduce"CollectiveReduce"G3C/replica_0/all_reduce/bucket_33:CollectiveReduce"CollectiveReduce"G4C/replica_1/all_reduce/bucket_21:CollectiveReduce"CollectiveReduce"G5C/replica_0/all_reduce/bucket_19:CollectiveReduce"CollectiveReduce"G6C/replica_1/all_reduce/bucket_16:CollectiveReduce"CollectiveReduce"G7C/replica_0/all_reduce/bucket_30:CollectiveReduce"CollectiveReduce"F8B.replica_0/all_reduce/bucket_9:CollectiveReduce"CollectiveReduce"G9C/replica_1/all_reduce/bucket_10:CollectiveReduce"CollectiveReduce"G:C/replica_1/all_reduce/bucket_14:CollectiveReduce"CollectiveReduce"G;C/replica_1/all_reduce/bucket_15:CollectiveReduce"CollectiveReduce"G<C/replica_0/all_reduce/bucket_29:CollectiveReduce"CollectiveReduce"G=C/replica_1/all_reduce/bucket_17:CollectiveReduce"CollectiveReduce"G>C/replica_0/all_reduce/bucket_20:CollectiveReduce"CollectiveReduce"G?C/replica_1/all_reduce/bucket_26:CollectiveReduce"CollectiveReduce"G@C/replica_1/all_reduce/bucket_19:CollectiveReduce"CollectiveReduce"GAC/replica_0/all_reduce/bucket_17:CollectiveReduce"CollectiveReduce"GBC/replica_0/all_reduce/bucket_26:CollectiveReduce"CollectiveReduce"FCB.replica_0/all_reduce/bucket_4:CollectiveReduce"CollectiveReduce"FDB.replica_0/all_reduce/bucket_2:CollectiveReduce"CollectiveReduce"GEC/replica_0/all_reduce/bucket_13:CollectiveReduce"CollectiveReduce"GFC/replica_1/all_reduce/bucket_34:CollectiveReduce"CollectiveReduce"FGB.replica_1/all_reduce/bucket_0:CollectiveReduce"CollectiveReduce"GHC/replica_0/all_reduce/bucket_11:CollectiveReduce"CollectiveReduce"GIC/replica_0/all_reduce/bucket_25:CollectiveReduce"CollectiveReduce"GJC/replica_1/all_reduce/bucket_20:CollectiveReduce"CollectiveReduce"GKC/replica_1/all_reduce/bucket_25:CollectiveReduce"CollectiveReduce"FLB.replica_0/all_reduce/bucket_6:CollectiveReduce"CollectiveReduce" NIteratorGetNext (the feed)"SEagerExecute"TEagerCopyToDevice"Xtrain"2¿-$replica_1_placeholder_445/_135:_Send"_Send"Aš<*replica_1/ResizeBilinear_11:ResizeBilinear"ResizeBilinear"&œ!replica_1/PadV2_16:PadV2"PadV2"HC*replica_1/BiasAdd_20:_MklNativeFusedConv2D"_MklNativeFusedConv2D"&!replica_1/PadV2_23:PadV2"PadV2"@Ÿ;&replica_1/MaxPool_24:_MklNativeMaxPool"_MklNativeMaxPool"[ V8replica_1/FusedBatchNormV3_28:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"1¡,replica_1/MatMul_49:_MklMatMul"
_MklMatMul",¢'replica_1/BiasAdd_53:BiasAdd"BiasAdd"1£,replica_1/MatMul_59:_MklMatMul"
_MklMatMul"[¤V8replica_1/FusedBatchNormV3_65:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"=¥8$replica_1/Conv2D_82:_MklNativeConv2D"_MklNativeConv2D"[¦V8replica_1/FusedBatchNormV3_86:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2§-replica_1/MatMul_107:_MklMatMul"
_MklMatMul"-¨(replica_1/BiasAdd_111:BiasAdd"BiasAdd"!©replica_1/Add_112:Add"Add"\ªW9replica_1/FusedBatchNormV3_116:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2«-replica_1/MatMul_137:_MklMatMul"
_MklMatMul"\¬W9replica_1/FusedBatchNormV3_143:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">­9%replica_1/Conv2D_160:_MklNativeConv2D"_MklNativeConv2D"\®W9replica_1/FusedBatchNormV3_164:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2¯-replica_1/MatMul_185:_MklMatMul"
_MklMatMul"-°(replica_1/BiasAdd_189:BiasAdd"BiasAdd"!±replica_1/Add_190:Add"Add"A²<'replica_1/MaxPool_210:_MklNativeMaxPool"_MklNativeMaxPool"\³W9replica_1/FusedBatchNormV3_194:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2´-replica_1/MatMul_216:_MklMatMul"
_MklMatMul"\µW9replica_1/FusedBatchNormV3_222:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"'º"replica_1/PadV2_240:PadV2"PadV2">»9%replica_1/Conv2D_242:_MklNativeConv2D"_MklNativeConv2D"\¼W9replica_1/FusedBatchNormV3_246:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2½-replica_1/MatMul_267:_MklMatMul"
_MklMatMul"-¾(replica_1/BiasAdd_271:BiasAdd"BiasAdd"!¿replica_1/Add_272:Add"Add"\ÀW9replica_1/FusedBatchNormV3_276:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Á-replica_1/MatMul_307:_MklMatMul"
_MklMatMul"\ÂW9replica_1/FusedBatchNormV3_313:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">Ã9%replica_1/Conv2D_330:_MklNativeConv2D"_MklNativeConv2D"\ÄW9replica_1/FusedBatchNormV3_334:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Å-replica_1/MatMul_355:_MklMatMul"
_MklMatMul"-Æ(replica_1/BiasAdd_359:BiasAdd"BiasAdd"(Ï#replica_1/PadV2_2567:PadV2"PadV2"(Ğ#replica_1/Slice_2578:Slice"Slice"(Ñ#replica_1/Slice_2572:Slice"Slice"(Ò#replica_1/Slice_2620:Slice"Slice"(Ó#replica_1/Slice_2596:Slice"Slice"(Ô#replica_1/Slice_2614:Slice"Slice"(Ö#replica_1/Slice_2590:Slice"Slice"(×#replica_1/Slice_2602:Slice"Slice"(Ø#replica_1/Slice_2584:Slice"Slice"2Ù-replica_1/MatMul_297:_MklMatMul"
_MklMatMul"-Ú(replica_1/BiasAdd_301:BiasAdd"BiasAdd"!Ûreplica_1/Add_360:Add"Add"\ÜW9replica_1/FusedBatchNormV3_364:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2İ-replica_1/MatMul_385:_MklMatMul"
_MklMatMul"\ŞW9replica_1/FusedBatchNormV3_391:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">ß9%replica_1/Conv2D_408:_MklNativeConv2D"_MklNativeConv2D"\àW9replica_1/FusedBatchNormV3_412:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2á-replica_1/MatMul_433:_MklMatMul"
_MklMatMul"-â(replica_1/BiasAdd_437:BiasAdd"BiasAdd"!ãreplica_1/Add_438:Add"Add"\äW9replica_1/FusedBatchNormV3_442:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2å-replica_1/MatMul_463:_MklMatMul"
_MklMatMul"\æW9replica_1/FusedBatchNormV3_469:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">ç9%replica_1/Conv2D_486:_MklNativeConv2D"_MklNativeConv2D"\èW9replica_1/FusedBatchNormV3_490:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2é-replica_1/MatMul_511:_MklMatMul"
_MklMatMul"-ê(replica_1/BiasAdd_515:BiasAdd"BiasAdd"!ëreplica_1/Add_516:Add"Add"Aì<'replica_1/MaxPool_536:_MklNativeMaxPool"_MklNativeMaxPool"\íW9replica_1/FusedBatchNormV3_520:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2î-replica_1/MatMul_542:_MklMatMul"
_MklMatMul"\ïW9replica_1/FusedBatchNormV3_548:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"'ô"replica_1/PadV2_566:PadV2"PadV2">õ9%replica_1/Conv2D_568:_MklNativeConv2D"_MklNativeConv2D"\öW9replica_1/FusedBatchNormV3_572:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2÷-replica_1/MatMul_593:_MklMatMul"
_MklMatMul"-ø(replica_1/BiasAdd_597:BiasAdd"BiasAdd"\úW9replica_1/FusedBatchNormV3_602:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2û-replica_1/MatMul_633:_MklMatMul"
_MklMatMul"\üW9replica_1/FusedBatchNormV3_639:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">ı9%replica_1/Conv2D_656:_MklNativeConv2D"_MklNativeConv2D"\şW9replica_1/FusedBatchNormV3_660:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2ÿ-replica_1/MatMul_681:_MklMatMul"
_MklMatMul"-€(replica_1/BiasAdd_685:BiasAdd"BiasAdd"(‰#replica_1/PadV2_2192:PadV2"PadV2"(Š#replica_1/Slice_2197:Slice"Slice"2“-replica_1/MatMul_623:_MklMatMul"
_MklMatMul"-”(replica_1/BiasAdd_627:BiasAdd"BiasAdd"!•replica_1/Add_686:Add"Add"\–W9replica_1/FusedBatchNormV3_690:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2—-replica_1/MatMul_711:_MklMatMul"
_MklMatMul"\˜W9replica_1/FusedBatchNormV3_717:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">™9%replica_1/Conv2D_734:_MklNativeConv2D"_MklNativeConv2D"\šW9replica_1/FusedBatchNormV3_738:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2›-replica_1/MatMul_759:_MklMatMul"
_MklMatMul"-œ(replica_1/BiasAdd_763:BiasAdd"BiasAdd"!replica_1/Add_764:Add"Add"\W9replica_1/FusedBatchNormV3_768:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ÿ-replica_1/MatMul_789:_MklMatMul"
_MklMatMul"\ W9replica_1/FusedBatchNormV3_795:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">¡9%replica_1/Conv2D_812:_MklNativeConv2D"_MklNativeConv2D"\¢W9replica_1/FusedBatchNormV3_816:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2£-replica_1/MatMul_837:_MklMatMul"
_MklMatMul"-¤(replica_1/BiasAdd_841:BiasAdd"BiasAdd"!¥replica_1/Add_842:Add"Add"\¦W9replica_1/FusedBatchNormV3_846:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2§-replica_1/MatMul_867:_MklMatMul"
_MklMatMul"\¨W9replica_1/FusedBatchNormV3_873:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">©9%replica_1/Conv2D_890:_MklNativeConv2D"_MklNativeConv2D"\ªW9replica_1/FusedBatchNormV3_894:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2«-replica_1/MatMul_915:_MklMatMul"
_MklMatMul"-¬(replica_1/BiasAdd_919:BiasAdd"BiasAdd"!­replica_1/Add_920:Add"Add"\®W9replica_1/FusedBatchNormV3_924:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2¯-replica_1/MatMul_945:_MklMatMul"
_MklMatMul"\°W9replica_1/FusedBatchNormV3_951:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">±9%replica_1/Conv2D_968:_MklNativeConv2D"_MklNativeConv2D"\²W9replica_1/FusedBatchNormV3_972:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2³-replica_1/MatMul_993:_MklMatMul"
_MklMatMul"-´(replica_1/BiasAdd_997:BiasAdd"BiasAdd"!µreplica_1/Add_998:Add"Add"B¶=(replica_1/MaxPool_1018:_MklNativeMaxPool"_MklNativeMaxPool"]·X:replica_1/FusedBatchNormV3_1002:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3¸. replica_1/MatMul_1024:_MklMatMul"
_MklMatMul"]¹X:replica_1/FusedBatchNormV3_1030:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"(¾#replica_1/PadV2_1048:PadV2"PadV2"?¿:&replica_1/Conv2D_1050:_MklNativeConv2D"_MklNativeConv2D"]ÀX:replica_1/FusedBatchNormV3_1054:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3Á. replica_1/MatMul_1075:_MklMatMul"
_MklMatMul"]ÄX:replica_1/FusedBatchNormV3_1084:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3Å. replica_1/MatMul_1115:_MklMatMul"
_MklMatMul"]ÆX:replica_1/FusedBatchNormV3_1121:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"?Ç:&replica_1/Conv2D_1138:_MklNativeConv2D"_MklNativeConv2D"]ÈX:replica_1/FusedBatchNormV3_1142:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3É. replica_1/MatMul_1163:_MklMatMul"
_MklMatMul".Ê)replica_1/BiasAdd_1167:BiasAdd"BiasAdd"(Ó#replica_1/PadV2_1609:PadV2"PadV2"3İ. replica_1/MatMul_1105:_MklMatMul"
_MklMatMul".Ş)replica_1/BiasAdd_1109:BiasAdd"BiasAdd""ßreplica_1/Add_1168:Add"Add"]àX:replica_1/FusedBatchNormV3_1172:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3á. replica_1/MatMul_1193:_MklMatMul"
_MklMatMul"]âX:replica_1/FusedBatchNormV3_1199:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"?ã:&replica_1/Conv2D_1216:_MklNativeConv2D"_MklNativeConv2D"]äX:replica_1/FusedBatchNormV3_1220:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3å. replica_1/MatMul_1241:_MklMatMul"
_MklMatMul".æ)replica_1/BiasAdd_1245:BiasAdd"BiasAdd""çreplica_1/Add_1246:Add"Add"]èX:replica_1/FusedBatchNormV3_1250:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3é. replica_1/MatMul_1271:_MklMatMul"
_MklMatMul"]êX:replica_1/FusedBatchNormV3_1277:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"?ë:&replica_1/Conv2D_1294:_MklNativeConv2D"_MklNativeConv2D"]ìX:replica_1/FusedBatchNormV3_1298:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3í. replica_1/MatMul_1319:_MklMatMul"
_MklMatMul".î)replica_1/BiasAdd_1323:BiasAdd"BiasAdd""ïreplica_1/Add_1324:Add"Add"]ğX:replica_1/FusedBatchNormV3_1328:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"%õ replica_1/Mean_1345:Mean"Mean"HöC.replica_1/BatchMatMulV2_1347:_MklBatchMatMulV2"_MklBatchMatMulV2"HúC.replica_1/BatchMatMulV2_1367:_MklBatchMatMulV2"_MklBatchMatMulV2"HûC.replica_1/BatchMatMulV2_1366:_MklBatchMatMulV2"_MklBatchMatMulV2":ı5&replica_1/BroadcastTo_1373:BroadcastTo"BroadcastTo"1ş, replica_1/ReluGrad_1374:ReluGrad"ReluGrad"iÿdBreplica_1/FusedBatchNormGradV3_1375:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3€. replica_1/MatMul_1385:_MklMatMul"
_MklMatMul"i‚dBreplica_1/FusedBatchNormGradV3_1396:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fƒa@replica_1/Conv2DBackpropInput_1398:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"i…dBreplica_1/FusedBatchNormGradV3_1462:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3†. replica_1/MatMul_1467:_MklMatMul"
_MklMatMul"1‡, replica_1/ReluGrad_1477:ReluGrad"ReluGrad"iˆdBreplica_1/FusedBatchNormGradV3_1478:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""‰replica_1/Add_1479:Add"Add"3Š. replica_1/MatMul_1489:_MklMatMul"
_MklMatMul"iŒdBreplica_1/FusedBatchNormGradV3_1500:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fa@replica_1/Conv2DBackpropInput_1502:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"idBreplica_1/FusedBatchNormGradV3_1566:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3. replica_1/MatMul_1571:_MklMatMul"
_MklMatMul"1‘, replica_1/ReluGrad_1581:ReluGrad"ReluGrad"i’dBreplica_1/FusedBatchNormGradV3_1582:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""“replica_1/Add_1583:Add"Add"3”. replica_1/MatMul_1698:_MklMatMul"
_MklMatMul"3–. replica_1/MatMul_1600:_MklMatMul"
_MklMatMul"3—. replica_1/MatMul_1690:_MklMatMul"
_MklMatMul"3˜. replica_1/MatMul_1593:_MklMatMul"
_MklMatMul"išdBreplica_1/FusedBatchNormGradV3_1604:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3›. replica_1/MatMul_1665:_MklMatMul"
_MklMatMul"3œ. replica_1/MatMul_1659:_MklMatMul"
_MklMatMul"3. replica_1/MatMul_1641:_MklMatMul"
_MklMatMul"3. replica_1/MatMul_1653:_MklMatMul"
_MklMatMul"3Ÿ. replica_1/MatMul_1635:_MklMatMul"
_MklMatMul"3 . replica_1/MatMul_1647:_MklMatMul"
_MklMatMul"3¡. replica_1/MatMul_1629:_MklMatMul"
_MklMatMul"3¢. replica_1/MatMul_1623:_MklMatMul"
_MklMatMul"3£. replica_1/MatMul_1617:_MklMatMul"
_MklMatMul"%¤ replica_1/Pack_1666:Pack"Pack"f¥a@replica_1/Conv2DBackpropInput_1606:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"i§dBreplica_1/FusedBatchNormGradV3_1670:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3¨. replica_1/MatMul_1682:_MklMatMul"
_MklMatMul"3©. replica_1/MatMul_1675:_MklMatMul"
_MklMatMul"i¬dBreplica_1/FusedBatchNormGradV3_1702:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3­. replica_1/MatMul_1712:_MklMatMul"
_MklMatMul"i¯dBreplica_1/FusedBatchNormGradV3_1723:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f°a@replica_1/Conv2DBackpropInput_1725:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"(±#replica_1/Slice_1730:Slice"Slice"i³dBreplica_1/FusedBatchNormGradV3_1732:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3´. replica_1/MatMul_1737:_MklMatMul"
_MklMatMul"1µ, replica_1/ReluGrad_1748:ReluGrad"ReluGrad"i¶dBreplica_1/FusedBatchNormGradV3_1749:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3·. replica_1/MatMul_1744:_MklMatMul"
_MklMatMul"i¸dBreplica_1/Conv2DBackpropFilter_1727:_MklNativeConv2DBackpropFilter"_MklNativeConv2DBackpropFilter"3¹. replica_1/MatMul_1719:_MklMatMul"
_MklMatMul"NºI0replica_1/MaxPoolGrad_1747:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad""»replica_1/Add_1750:Add"Add"3¼. replica_1/MatMul_1760:_MklMatMul"
_MklMatMul"i¾dBreplica_1/FusedBatchNormGradV3_1771:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f¿a@replica_1/Conv2DBackpropInput_1773:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iÁdBreplica_1/FusedBatchNormGradV3_1837:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Â. replica_1/MatMul_1842:_MklMatMul"
_MklMatMul"1Ã, replica_1/ReluGrad_1852:ReluGrad"ReluGrad"iÄdBreplica_1/FusedBatchNormGradV3_1853:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Åreplica_1/Add_1854:Add"Add"3Æ. replica_1/MatMul_1864:_MklMatMul"
_MklMatMul"iÈdBreplica_1/FusedBatchNormGradV3_1875:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fÉa@replica_1/Conv2DBackpropInput_1877:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iËdBreplica_1/FusedBatchNormGradV3_1941:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Ì. replica_1/MatMul_1946:_MklMatMul"
_MklMatMul"1Í, replica_1/ReluGrad_1956:ReluGrad"ReluGrad"iÎdBreplica_1/FusedBatchNormGradV3_1957:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Ïreplica_1/Add_1958:Add"Add"3Ğ. replica_1/MatMul_1968:_MklMatMul"
_MklMatMul"iÒdBreplica_1/FusedBatchNormGradV3_1979:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fÓa@replica_1/Conv2DBackpropInput_1981:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iÕdBreplica_1/FusedBatchNormGradV3_2045:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Ö. replica_1/MatMul_2050:_MklMatMul"
_MklMatMul"1×, replica_1/ReluGrad_2060:ReluGrad"ReluGrad"iØdBreplica_1/FusedBatchNormGradV3_2061:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Ùreplica_1/Add_2062:Add"Add"3Ú. replica_1/MatMul_2072:_MklMatMul"
_MklMatMul"iÜdBreplica_1/FusedBatchNormGradV3_2083:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fİa@replica_1/Conv2DBackpropInput_2085:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"ißdBreplica_1/FusedBatchNormGradV3_2149:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3à. replica_1/MatMul_2154:_MklMatMul"
_MklMatMul"1á, replica_1/ReluGrad_2164:ReluGrad"ReluGrad"iâdBreplica_1/FusedBatchNormGradV3_2165:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""ãreplica_1/Add_2166:Add"Add"3ä. replica_1/MatMul_2281:_MklMatMul"
_MklMatMul"3å. replica_1/MatMul_2183:_MklMatMul"
_MklMatMul"3æ. replica_1/MatMul_2273:_MklMatMul"
_MklMatMul"3ç. replica_1/MatMul_2176:_MklMatMul"
_MklMatMul"iédBreplica_1/FusedBatchNormGradV3_2187:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ê. replica_1/MatMul_2248:_MklMatMul"
_MklMatMul"3ë. replica_1/MatMul_2212:_MklMatMul"
_MklMatMul"3ì. replica_1/MatMul_2242:_MklMatMul"
_MklMatMul"3í. replica_1/MatMul_2236:_MklMatMul"
_MklMatMul"3î. replica_1/MatMul_2230:_MklMatMul"
_MklMatMul"3ï. replica_1/MatMul_2206:_MklMatMul"
_MklMatMul"3ğ. replica_1/MatMul_2224:_MklMatMul"
_MklMatMul"3ñ. replica_1/MatMul_2200:_MklMatMul"
_MklMatMul"3ò. replica_1/MatMul_2218:_MklMatMul"
_MklMatMul"%ó replica_1/Pack_2249:Pack"Pack"fôa@replica_1/Conv2DBackpropInput_2189:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iödBreplica_1/FusedBatchNormGradV3_2253:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3÷. replica_1/MatMul_2265:_MklMatMul"
_MklMatMul"3ø. replica_1/MatMul_2258:_MklMatMul"
_MklMatMul"iûdBreplica_1/FusedBatchNormGradV3_2285:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ü. replica_1/MatMul_2302:_MklMatMul"
_MklMatMul"3ı. replica_1/MatMul_2295:_MklMatMul"
_MklMatMul"iÿdBreplica_1/FusedBatchNormGradV3_2306:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f€a@replica_1/Conv2DBackpropInput_2308:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"(#replica_1/Slice_2313:Slice"Slice"iƒdBreplica_1/FusedBatchNormGradV3_2315:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3„. replica_1/MatMul_2320:_MklMatMul"
_MklMatMul"1…, replica_1/ReluGrad_2331:ReluGrad"ReluGrad"i†dBreplica_1/FusedBatchNormGradV3_2332:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3‡. replica_1/MatMul_2327:_MklMatMul"
_MklMatMul"iˆdBreplica_1/Conv2DBackpropFilter_2310:_MklNativeConv2DBackpropFilter"_MklNativeConv2DBackpropFilter"N‰I0replica_1/MaxPoolGrad_2330:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad""Šreplica_1/Add_2333:Add"Add"3‹. replica_1/MatMul_2350:_MklMatMul"
_MklMatMul"3Œ. replica_1/MatMul_2343:_MklMatMul"
_MklMatMul"1, replica_1/ReluGrad_2353:ReluGrad"ReluGrad"idBreplica_1/FusedBatchNormGradV3_2354:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fa@replica_1/Conv2DBackpropInput_2356:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1, replica_1/ReluGrad_2419:ReluGrad"ReluGrad"i‘dBreplica_1/FusedBatchNormGradV3_2420:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3’. replica_1/MatMul_2425:_MklMatMul"
_MklMatMul"1“, replica_1/ReluGrad_2435:ReluGrad"ReluGrad"i”dBreplica_1/FusedBatchNormGradV3_2436:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""•replica_1/Add_2437:Add"Add"3–. replica_1/MatMul_2454:_MklMatMul"
_MklMatMul"3—. replica_1/MatMul_2447:_MklMatMul"
_MklMatMul"1˜, replica_1/ReluGrad_2457:ReluGrad"ReluGrad"i™dBreplica_1/FusedBatchNormGradV3_2458:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fša@replica_1/Conv2DBackpropInput_2460:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1›, replica_1/ReluGrad_2523:ReluGrad"ReluGrad"iœdBreplica_1/FusedBatchNormGradV3_2524:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3. replica_1/MatMul_2529:_MklMatMul"
_MklMatMul"1, replica_1/ReluGrad_2539:ReluGrad"ReluGrad"iŸdBreplica_1/FusedBatchNormGradV3_2540:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"" replica_1/Add_2541:Add"Add"3¡. replica_1/MatMul_2558:_MklMatMul"
_MklMatMul"3¢. replica_1/MatMul_2656:_MklMatMul"
_MklMatMul"3£. replica_1/MatMul_2551:_MklMatMul"
_MklMatMul"1¤, replica_1/ReluGrad_2561:ReluGrad"ReluGrad"i¥dBreplica_1/FusedBatchNormGradV3_2562:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3¦. replica_1/MatMul_2581:_MklMatMul"
_MklMatMul"3§. replica_1/MatMul_2575:_MklMatMul"
_MklMatMul"3¨. replica_1/MatMul_2611:_MklMatMul"
_MklMatMul"3©. replica_1/MatMul_2623:_MklMatMul"
_MklMatMul"3ª. replica_1/MatMul_2605:_MklMatMul"
_MklMatMul"3«. replica_1/MatMul_2617:_MklMatMul"
_MklMatMul"3¬. replica_1/MatMul_2599:_MklMatMul"
_MklMatMul"3­. replica_1/MatMul_2587:_MklMatMul"
_MklMatMul"3®. replica_1/MatMul_2593:_MklMatMul"
_MklMatMul"%¯ replica_1/Pack_2624:Pack"Pack"f°a@replica_1/Conv2DBackpropInput_2564:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1±, replica_1/ReluGrad_2627:ReluGrad"ReluGrad"i²dBreplica_1/FusedBatchNormGradV3_2628:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3³. replica_1/MatMul_2640:_MklMatMul"
_MklMatMul"3´. replica_1/MatMul_2633:_MklMatMul"
_MklMatMul"3µ. replica_1/MatMul_2648:_MklMatMul"
_MklMatMul""¶replica_1/Add_2651:Add"Add"1·, replica_1/ReluGrad_2659:ReluGrad"ReluGrad"i¸dBreplica_1/FusedBatchNormGradV3_2660:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3¹. replica_1/MatMul_2670:_MklMatMul"
_MklMatMul"i»dBreplica_1/FusedBatchNormGradV3_2681:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f¼a@replica_1/Conv2DBackpropInput_2683:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"(½#replica_1/Slice_2688:Slice"Slice"1¾, replica_1/ReluGrad_2689:ReluGrad"ReluGrad"i¿dBreplica_1/FusedBatchNormGradV3_2690:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3À. replica_1/MatMul_2695:_MklMatMul"
_MklMatMul"1Á, replica_1/ReluGrad_2706:ReluGrad"ReluGrad"iÂdBreplica_1/FusedBatchNormGradV3_2707:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Ã. replica_1/MatMul_2702:_MklMatMul"
_MklMatMul"iÄdBreplica_1/Conv2DBackpropFilter_2685:_MklNativeConv2DBackpropFilter"_MklNativeConv2DBackpropFilter"3Å. replica_1/MatMul_2677:_MklMatMul"
_MklMatMul"NÆI0replica_1/MaxPoolGrad_2705:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad""Çreplica_1/Add_2708:Add"Add"3È. replica_1/MatMul_2718:_MklMatMul"
_MklMatMul"1É, replica_1/ReluGrad_2728:ReluGrad"ReluGrad"iÊdBreplica_1/FusedBatchNormGradV3_2729:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fËa@replica_1/Conv2DBackpropInput_2731:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1Ì, replica_1/ReluGrad_2794:ReluGrad"ReluGrad"iÍdBreplica_1/FusedBatchNormGradV3_2795:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Î. replica_1/MatMul_2800:_MklMatMul"
_MklMatMul"1Ï, replica_1/ReluGrad_2810:ReluGrad"ReluGrad"iĞdBreplica_1/FusedBatchNormGradV3_2811:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Ñreplica_1/Add_2812:Add"Add"3Ò. replica_1/MatMul_2927:_MklMatMul"
_MklMatMul"3Ó. replica_1/MatMul_2919:_MklMatMul"
_MklMatMul"3Ô. replica_1/MatMul_2822:_MklMatMul"
_MklMatMul"1Õ, replica_1/ReluGrad_2832:ReluGrad"ReluGrad"iÖdBreplica_1/FusedBatchNormGradV3_2833:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f×a@replica_1/Conv2DBackpropInput_2835:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1Ø, replica_1/ReluGrad_2898:ReluGrad"ReluGrad"iÙdBreplica_1/FusedBatchNormGradV3_2899:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Ú. replica_1/MatMul_2911:_MklMatMul"
_MklMatMul"3Û. replica_1/MatMul_2904:_MklMatMul"
_MklMatMul""Üreplica_1/Add_2922:Add"Add"1İ, replica_1/ReluGrad_2930:ReluGrad"ReluGrad"iŞdBreplica_1/FusedBatchNormGradV3_2931:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"NßI0replica_1/MaxPoolGrad_2932:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad"(à#replica_1/Slice_2935:Slice"Slice"yátJreplica_1/Conv2DBackpropFilter_2938:_MklNativeConv2DBackpropFilterWithBias"&_MklNativeConv2DBackpropFilterWithBias"3â. replica_1/MatMul_2829:_MklMatMul"
_MklMatMul":ã5&replica_1/BiasAddGrad_2817:BiasAddGrad"BiasAddGrad"3ä. replica_1/MatMul_2807:_MklMatMul"
_MklMatMul"3å. replica_1/MatMul_2725:_MklMatMul"
_MklMatMul":æ5&replica_1/BiasAddGrad_2713:BiasAddGrad"BiasAddGrad":ç5&replica_1/BiasAddGrad_2665:BiasAddGrad"BiasAddGrad":è5&replica_1/BiasAddGrad_2643:BiasAddGrad"BiasAddGrad"1é, replica_1/ConcatV2_3018:ConcatV2"ConcatV2"3ê. replica_1/MatMul_2536:_MklMatMul"
_MklMatMul":ë5&replica_1/BiasAddGrad_2442:BiasAddGrad"BiasAddGrad"3ì. replica_1/MatMul_2432:_MklMatMul"
_MklMatMul":í5&replica_1/BiasAddGrad_2338:BiasAddGrad"BiasAddGrad"1î, replica_1/ConcatV2_2969:ConcatV2"ConcatV2":ï5&replica_1/BiasAddGrad_2290:BiasAddGrad"BiasAddGrad":ğ5&replica_1/BiasAddGrad_2171:BiasAddGrad"BiasAddGrad"3ñ. replica_1/MatMul_2161:_MklMatMul"
_MklMatMul"3ò. replica_1/MatMul_2079:_MklMatMul"
_MklMatMul":ó5&replica_1/BiasAddGrad_2067:BiasAddGrad"BiasAddGrad"3ô. replica_1/MatMul_2057:_MklMatMul"
_MklMatMul"3õ. replica_1/MatMul_1975:_MklMatMul"
_MklMatMul":ö5&replica_1/BiasAddGrad_1963:BiasAddGrad"BiasAddGrad"3÷. replica_1/MatMul_1953:_MklMatMul"
_MklMatMul"3ø. replica_1/MatMul_1871:_MklMatMul"
_MklMatMul":ù5&replica_1/BiasAddGrad_1859:BiasAddGrad"BiasAddGrad"3ú. replica_1/MatMul_1849:_MklMatMul"
_MklMatMul"3û. replica_1/MatMul_1767:_MklMatMul"
_MklMatMul":ü5&replica_1/BiasAddGrad_1755:BiasAddGrad"BiasAddGrad":ş5&replica_1/BiasAddGrad_1588:BiasAddGrad"BiasAddGrad"3ÿ. replica_1/MatMul_1578:_MklMatMul"
_MklMatMul"3€. replica_1/MatMul_1496:_MklMatMul"
_MklMatMul"3‚. replica_1/MatMul_1474:_MklMatMul"
_MklMatMul"3ƒ. replica_1/MatMul_1392:_MklMatMul"
_MklMatMul"1†, replica_1/ConcatV2_2952:ConcatV2"ConcatV2"(—#replica_1/PadV2_1401:PadV2"PadV2"3™. replica_1/MatMul_1451:_MklMatMul"
_MklMatMul"3›. replica_1/MatMul_1439:_MklMatMul"
_MklMatMul"3. replica_1/MatMul_1457:_MklMatMul"
_MklMatMul"3Ÿ. replica_1/MatMul_1445:_MklMatMul"
_MklMatMul"3¡. replica_1/MatMul_1433:_MklMatMul"
_MklMatMul"3£. replica_1/MatMul_1421:_MklMatMul"
_MklMatMul"3¥. replica_1/MatMul_1427:_MklMatMul"
_MklMatMul"3§. replica_1/MatMul_1415:_MklMatMul"
_MklMatMul"3©. replica_1/MatMul_1409:_MklMatMul"
_MklMatMul"%ª replica_1/Pack_1458:Pack"Pack"(·#replica_1/PadV2_1505:PadV2"PadV2"3¹. replica_1/MatMul_1549:_MklMatMul"
_MklMatMul"3». replica_1/MatMul_1555:_MklMatMul"
_MklMatMul"3½. replica_1/MatMul_1543:_MklMatMul"
_MklMatMul"3¿. replica_1/MatMul_1531:_MklMatMul"
_MklMatMul"3Á. replica_1/MatMul_1537:_MklMatMul"
_MklMatMul"3Ã. replica_1/MatMul_1525:_MklMatMul"
_MklMatMul"3Å. replica_1/MatMul_1519:_MklMatMul"
_MklMatMul"3Ç. replica_1/MatMul_1513:_MklMatMul"
_MklMatMul"3É. replica_1/MatMul_1561:_MklMatMul"
_MklMatMul"%Ê replica_1/Pack_1562:Pack"Pack"(ã#replica_1/PadV2_1776:PadV2"PadV2"3å. replica_1/MatMul_1832:_MklMatMul"
_MklMatMul"3ç. replica_1/MatMul_1820:_MklMatMul"
_MklMatMul"3é. replica_1/MatMul_1826:_MklMatMul"
_MklMatMul"(ê#replica_1/Slice_1811:Slice"Slice"3ë. replica_1/MatMul_1814:_MklMatMul"
_MklMatMul"(ì#replica_1/Slice_1799:Slice"Slice"3í. replica_1/MatMul_1802:_MklMatMul"
_MklMatMul"(î#replica_1/Slice_1805:Slice"Slice"3ï. replica_1/MatMul_1808:_MklMatMul"
_MklMatMul"3ñ. replica_1/MatMul_1796:_MklMatMul"
_MklMatMul"3ó. replica_1/MatMul_1790:_MklMatMul"
_MklMatMul"3õ. replica_1/MatMul_1784:_MklMatMul"
_MklMatMul"%ö replica_1/Pack_1833:Pack"Pack"(ƒ	#replica_1/PadV2_1880:PadV2"PadV2"3…	. replica_1/MatMul_1930:_MklMatMul"
_MklMatMul"3‡	. replica_1/MatMul_1918:_MklMatMul"
_MklMatMul"3‰	. replica_1/MatMul_1936:_MklMatMul"
_MklMatMul"3‹	. replica_1/MatMul_1924:_MklMatMul"
_MklMatMul"3	. replica_1/MatMul_1912:_MklMatMul"
_MklMatMul"3	. replica_1/MatMul_1900:_MklMatMul"
_MklMatMul"3‘	. replica_1/MatMul_1906:_MklMatMul"
_MklMatMul"3“	. replica_1/MatMul_1894:_MklMatMul"
_MklMatMul"3•	. replica_1/MatMul_1888:_MklMatMul"
_MklMatMul"%–	 replica_1/Pack_1937:Pack"Pack"(£	#replica_1/PadV2_1984:PadV2"PadV2"3¥	. replica_1/MatMul_2028:_MklMatMul"
_MklMatMul"3§	. replica_1/MatMul_2022:_MklMatMul"
_MklMatMul"3©	. replica_1/MatMul_2010:_MklMatMul"
_MklMatMul"3«	. replica_1/MatMul_2016:_MklMatMul"
_MklMatMul"3­	. replica_1/MatMul_2004:_MklMatMul"
_MklMatMul"3¯	. replica_1/MatMul_1998:_MklMatMul"
_MklMatMul"3±	. replica_1/MatMul_1992:_MklMatMul"
_MklMatMul"3³	. replica_1/MatMul_2040:_MklMatMul"
_MklMatMul"3µ	. replica_1/MatMul_2034:_MklMatMul"
_MklMatMul"%¶	 replica_1/Pack_2041:Pack"Pack"(Ã	#replica_1/PadV2_2088:PadV2"PadV2"3Å	. replica_1/MatMul_2126:_MklMatMul"
_MklMatMul"3Ç	. replica_1/MatMul_2108:_MklMatMul"
_MklMatMul"3É	. replica_1/MatMul_2102:_MklMatMul"
_MklMatMul"3Ë	. replica_1/MatMul_2096:_MklMatMul"
_MklMatMul"3Í	. replica_1/MatMul_2144:_MklMatMul"
_MklMatMul"3Ï	. replica_1/MatMul_2120:_MklMatMul"
_MklMatMul"3Ñ	. replica_1/MatMul_2138:_MklMatMul"
_MklMatMul"3Ó	. replica_1/MatMul_2132:_MklMatMul"
_MklMatMul"3Õ	. replica_1/MatMul_2114:_MklMatMul"
_MklMatMul"%Ö	 replica_1/Pack_2145:Pack"Pack"(ï	#replica_1/PadV2_2359:PadV2"PadV2"3ñ	. replica_1/MatMul_2415:_MklMatMul"
_MklMatMul"3ó	. replica_1/MatMul_2397:_MklMatMul"
_MklMatMul"3õ	. replica_1/MatMul_2391:_MklMatMul"
_MklMatMul"3÷	. replica_1/MatMul_2379:_MklMatMul"
_MklMatMul"3ù	. replica_1/MatMul_2385:_MklMatMul"
_MklMatMul"3û	. replica_1/MatMul_2373:_MklMatMul"
_MklMatMul"3ı	. replica_1/MatMul_2367:_MklMatMul"
_MklMatMul"3ÿ	. replica_1/MatMul_2409:_MklMatMul"
_MklMatMul"(€
#replica_1/Slice_2400:Slice"Slice"3
. replica_1/MatMul_2403:_MklMatMul"
_MklMatMul"%‚
 replica_1/Pack_2416:Pack"Pack"1ƒ
, replica_1/ConcatV2_2986:ConcatV2"ConcatV2"(
#replica_1/PadV2_2463:PadV2"PadV2"3’
. replica_1/MatMul_2489:_MklMatMul"
_MklMatMul"3”
. replica_1/MatMul_2495:_MklMatMul"
_MklMatMul"3–
. replica_1/MatMul_2483:_MklMatMul"
_MklMatMul"3˜
. replica_1/MatMul_2477:_MklMatMul"
_MklMatMul"3š
. replica_1/MatMul_2471:_MklMatMul"
_MklMatMul"(›
#replica_1/Slice_2516:Slice"Slice"3œ
. replica_1/MatMul_2519:_MklMatMul"
_MklMatMul"(
#replica_1/Slice_2510:Slice"Slice"3
. replica_1/MatMul_2513:_MklMatMul"
_MklMatMul"(Ÿ
#replica_1/Slice_2504:Slice"Slice"3 
. replica_1/MatMul_2507:_MklMatMul"
_MklMatMul"(¡
#replica_1/Slice_2498:Slice"Slice"3¢
. replica_1/MatMul_2501:_MklMatMul"
_MklMatMul"%£
 replica_1/Pack_2520:Pack"Pack"1¤
, replica_1/ConcatV2_3003:ConcatV2"ConcatV2"(½
#replica_1/PadV2_2734:PadV2"PadV2"(¾
#replica_1/Slice_2781:Slice"Slice"3¿
. replica_1/MatMul_2784:_MklMatMul"
_MklMatMul"(À
#replica_1/Slice_2769:Slice"Slice"3Á
. replica_1/MatMul_2772:_MklMatMul"
_MklMatMul"(Â
#replica_1/Slice_2757:Slice"Slice"3Ã
. replica_1/MatMul_2760:_MklMatMul"
_MklMatMul"(Ä
#replica_1/Slice_2763:Slice"Slice"3Å
. replica_1/MatMul_2766:_MklMatMul"
_MklMatMul"(Æ
#replica_1/Slice_2751:Slice"Slice"3Ç
. replica_1/MatMul_2754:_MklMatMul"
_MklMatMul"(È
#replica_1/Slice_2745:Slice"Slice"3É
. replica_1/MatMul_2748:_MklMatMul"
_MklMatMul"(Ê
#replica_1/Slice_2739:Slice"Slice"3Ë
. replica_1/MatMul_2742:_MklMatMul"
_MklMatMul"(Ì
#replica_1/Slice_2787:Slice"Slice"3Í
. replica_1/MatMul_2790:_MklMatMul"
_MklMatMul"(Î
#replica_1/Slice_2775:Slice"Slice"3Ï
. replica_1/MatMul_2778:_MklMatMul"
_MklMatMul"(İ
#replica_1/PadV2_2838:PadV2"PadV2"(Ş
#replica_1/Slice_2873:Slice"Slice"3ß
. replica_1/MatMul_2876:_MklMatMul"
_MklMatMul"3á
. replica_1/MatMul_2864:_MklMatMul"
_MklMatMul"(â
#replica_1/Slice_2867:Slice"Slice"3ã
. replica_1/MatMul_2870:_MklMatMul"
_MklMatMul"(ä
#replica_1/Slice_2855:Slice"Slice"3å
. replica_1/MatMul_2858:_MklMatMul"
_MklMatMul"(æ
#replica_1/Slice_2849:Slice"Slice"3ç
. replica_1/MatMul_2852:_MklMatMul"
_MklMatMul"(è
#replica_1/Slice_2843:Slice"Slice"3é
. replica_1/MatMul_2846:_MklMatMul"
_MklMatMul"(ê
#replica_1/Slice_2891:Slice"Slice"3ë
. replica_1/MatMul_2894:_MklMatMul"
_MklMatMul"(ì
#replica_1/Slice_2879:Slice"Slice"3í
. replica_1/MatMul_2882:_MklMatMul"
_MklMatMul"(î
#replica_1/Slice_2885:Slice"Slice"3ï
. replica_1/MatMul_2888:_MklMatMul"
_MklMatMul"%ğ
 replica_1/Pack_2895:Pack"Pack"1ñ
, replica_1/ConcatV2_3051:ConcatV2"ConcatV2"1ö
, replica_1/ConcatV2_3428:ConcatV2"ConcatV2""÷
replica_0/Mul_3371:Mul"Mul""ø
replica_0/Sub_3372:Sub"Sub""ù
replica_1/Mul_3371:Mul"Mul""ú
replica_1/Sub_3372:Sub"Sub""ü
replica_1/Mul_3365:Mul"Mul""ı
replica_1/Sub_3366:Sub"Sub""ÿ
replica_0/Mul_3345:Mul"Mul""€replica_0/Sub_3346:Sub"Sub""replica_1/Mul_3345:Mul"Mul""‚replica_1/Sub_3346:Sub"Sub""„replica_0/Mul_3247:Mul"Mul""…replica_0/Sub_3248:Sub"Sub""†replica_0/Mul_3241:Mul"Mul""‡replica_0/Sub_3242:Sub"Sub""‰replica_1/Mul_3157:Mul"Mul""Šreplica_1/Sub_3158:Sub"Sub""Œreplica_1/Mul_3163:Mul"Mul""replica_1/Sub_3164:Sub"Sub""™replica_0/Mul_3157:Mul"Mul""›replica_0/Mul_3163:Mul"Mul""¤replica_1/Mul_3207:Mul"Mul""ªreplica_1/Mul_3221:Mul"Mul""Âreplica_1/Mul_3259:Mul"Mul""Ãreplica_1/Sub_3260:Sub"Sub""Åreplica_0/Mul_3271:Mul"Mul""Æreplica_0/Sub_3272:Sub"Sub""Çreplica_1/Mul_3279:Mul"Mul""Èreplica_1/Sub_3280:Sub"Sub""Êreplica_0/Mul_3299:Mul"Mul""Ëreplica_0/Sub_3300:Sub"Sub""Ìreplica_0/Mul_3331:Mul"Mul""Íreplica_0/Sub_3332:Sub"Sub""Îreplica_1/Mul_3395:Mul"Mul""Ïreplica_1/Sub_3396:Sub"Sub""Ñreplica_0/Mul_3383:Mul"Mul""Òreplica_0/Sub_3384:Sub"Sub""Óreplica_0/Mul_3403:Mul"Mul""Ôreplica_0/Sub_3404:Sub"Sub"+Ö&replica_1/SplitV_2955:SplitV"SplitV""Ûreplica_1/Sub_3236:Sub"Sub""¯replica_0/Mul_3409:Mul"Mul""°replica_0/Sub_3410:Sub"Sub""±replica_1/Mul_3285:Mul"Mul""²replica_1/Sub_3286:Sub"Sub""´replica_0/Mul_3285:Mul"Mul""µreplica_0/Sub_3286:Sub"Sub""¶replica_0/Mul_3305:Mul"Mul""·replica_0/Sub_3306:Sub"Sub""¸replica_1/Mul_3305:Mul"Mul""¹replica_1/Sub_3306:Sub"Sub""»replica_0/Mul_3325:Mul"Mul""¼replica_0/Sub_3326:Sub"Sub""½replica_1/Mul_3325:Mul"Mul""¾replica_1/Sub_3326:Sub"Sub""Àreplica_0/Mul_3389:Mul"Mul""Áreplica_0/Sub_3390:Sub"Sub""Âreplica_0/Mul_3265:Mul"Mul""Ãreplica_0/Sub_3266:Sub"Sub""Äreplica_1/Mul_3265:Mul"Mul""Åreplica_1/Sub_3266:Sub"Sub""Çreplica_1/Mul_3389:Mul"Mul""Èreplica_1/Sub_3390:Sub"Sub""Ëreplica_0/Mul_3187:Mul"Mul""Ïreplica_0/Mul_3201:Mul"Mul""Ğreplica_0/Sub_3202:Sub"Sub""àreplica_1/Mul_3187:Mul"Mul""æreplica_1/Mul_3201:Mul"Mul""çreplica_1/Sub_3202:Sub"Sub""şreplica_1/Mul_3409:Mul"Mul""ÿreplica_1/Sub_3410:Sub"Sub"+&replica_0/SplitV_2955:SplitV"SplitV""‡replica_0/Sub_3236:Sub"Sub""™replica_1/Mul_3181:Mul"Mul""šreplica_1/Sub_3182:Sub"Sub""²replica_0/Mul_3167:Mul"Mul""¶replica_0/Mul_3181:Mul"Mul""·replica_0/Sub_3182:Sub"Sub""Æreplica_1/Mul_3403:Mul"Mul""Çreplica_1/Sub_3404:Sub"Sub""Éreplica_0/Mul_3415:Mul"Mul""Êreplica_0/Sub_3416:Sub"Sub""Ëreplica_1/Mul_3415:Mul"Mul""Ìreplica_1/Sub_3416:Sub"Sub""Îreplica_1/Mul_3383:Mul"Mul""Ïreplica_1/Sub_3384:Sub"Sub""Ñreplica_0/Mul_3395:Mul"Mul""Òreplica_0/Sub_3396:Sub"Sub""Óreplica_1/Mul_3331:Mul"Mul""Ôreplica_1/Sub_3332:Sub"Sub""Ãreplica_0/Mul_3319:Mul"Mul""Äreplica_0/Sub_3320:Sub"Sub""Åreplica_1/Mul_3319:Mul"Mul""Æreplica_1/Sub_3320:Sub"Sub""Èreplica_1/Mul_3299:Mul"Mul""Éreplica_1/Sub_3300:Sub"Sub""Ëreplica_0/Mul_3279:Mul"Mul""Ìreplica_0/Sub_3280:Sub"Sub""Íreplica_0/Mul_3291:Mul"Mul""Îreplica_0/Sub_3292:Sub"Sub""Ïreplica_1/Mul_3291:Mul"Mul""Ğreplica_1/Sub_3292:Sub"Sub""Òreplica_1/Mul_3271:Mul"Mul""Óreplica_1/Sub_3272:Sub"Sub""Õreplica_0/Mul_3259:Mul"Mul""Öreplica_0/Sub_3260:Sub"Sub""Úreplica_0/Mul_3221:Mul"Mul""Ûreplica_0/Sub_3222:Sub"Sub""îreplica_1/Mul_3359:Mul"Mul""ïreplica_1/Sub_3360:Sub"Sub""ñreplica_1/Mul_3339:Mul"Mul""òreplica_1/Sub_3340:Sub"Sub""ôreplica_0/Mul_3351:Mul"Mul""õreplica_0/Sub_3352:Sub"Sub""öreplica_1/Mul_3247:Mul"Mul""÷replica_1/Sub_3248:Sub"Sub""ùreplica_1/Mul_3251:Mul"Mul""úreplica_1/Sub_3252:Sub"Sub""üreplica_0/Mul_3251:Mul"Mul""ıreplica_0/Sub_3252:Sub"Sub""şreplica_1/Mul_3241:Mul"Mul""ÿreplica_1/Sub_3242:Sub"Sub""replica_0/Mul_3311:Mul"Mul""‚replica_0/Sub_3312:Sub"Sub""ƒreplica_1/Mul_3311:Mul"Mul""„replica_1/Sub_3312:Sub"Sub"A­<*replica_0/ResizeBilinear_11:ResizeBilinear"ResizeBilinear"&¯!replica_0/PadV2_16:PadV2"PadV2"H°C*replica_0/BiasAdd_20:_MklNativeFusedConv2D"_MklNativeFusedConv2D"&±!replica_0/PadV2_23:PadV2"PadV2"@²;&replica_0/MaxPool_24:_MklNativeMaxPool"_MklNativeMaxPool"[³V8replica_0/FusedBatchNormV3_28:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"1´,replica_0/MatMul_59:_MklMatMul"
_MklMatMul"[µV8replica_0/FusedBatchNormV3_65:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"=¶8$replica_0/Conv2D_82:_MklNativeConv2D"_MklNativeConv2D"[·V8replica_0/FusedBatchNormV3_86:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2¸-replica_0/MatMul_107:_MklMatMul"
_MklMatMul"-¹(replica_0/BiasAdd_111:BiasAdd"BiasAdd"(Â#replica_0/PadV2_2838:PadV2"PadV2"(Ã#replica_0/Slice_2885:Slice"Slice"(Ä#replica_0/Slice_2867:Slice"Slice"(Å#replica_0/Slice_2891:Slice"Slice"(Æ#replica_0/Slice_2879:Slice"Slice"(Ç#replica_0/Slice_2861:Slice"Slice"(È#replica_0/Slice_2873:Slice"Slice"(É#replica_0/Slice_2855:Slice"Slice"(Ê#replica_0/Slice_2849:Slice"Slice"(Ë#replica_0/Slice_2843:Slice"Slice"1Ì,replica_0/MatMul_49:_MklMatMul"
_MklMatMul",Í'replica_0/BiasAdd_53:BiasAdd"BiasAdd"!Îreplica_0/Add_112:Add"Add"\ÏW9replica_0/FusedBatchNormV3_116:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ğ-replica_0/MatMul_137:_MklMatMul"
_MklMatMul"\ÑW9replica_0/FusedBatchNormV3_143:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">Ò9%replica_0/Conv2D_160:_MklNativeConv2D"_MklNativeConv2D"\ÓW9replica_0/FusedBatchNormV3_164:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ô-replica_0/MatMul_185:_MklMatMul"
_MklMatMul"-Õ(replica_0/BiasAdd_189:BiasAdd"BiasAdd"!Öreplica_0/Add_190:Add"Add"\×W9replica_0/FusedBatchNormV3_194:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ø-replica_0/MatMul_216:_MklMatMul"
_MklMatMul"\ÙW9replica_0/FusedBatchNormV3_222:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"'Ş"replica_0/PadV2_240:PadV2"PadV2">ß9%replica_0/Conv2D_242:_MklNativeConv2D"_MklNativeConv2D"\àW9replica_0/FusedBatchNormV3_246:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2á-replica_0/MatMul_267:_MklMatMul"
_MklMatMul"-â(replica_0/BiasAdd_271:BiasAdd"BiasAdd"Aë<'replica_0/MaxPool_210:_MklNativeMaxPool"_MklNativeMaxPool"!ìreplica_0/Add_272:Add"Add"\íW9replica_0/FusedBatchNormV3_276:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2î-replica_0/MatMul_307:_MklMatMul"
_MklMatMul"\ïW9replica_0/FusedBatchNormV3_313:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">ğ9%replica_0/Conv2D_330:_MklNativeConv2D"_MklNativeConv2D"\ñW9replica_0/FusedBatchNormV3_334:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2ò-replica_0/MatMul_355:_MklMatMul"
_MklMatMul"-ó(replica_0/BiasAdd_359:BiasAdd"BiasAdd"(ü#replica_0/PadV2_2567:PadV2"PadV2"(ı#replica_0/Slice_2614:Slice"Slice"(ş#replica_0/Slice_2602:Slice"Slice"(ÿ#replica_0/Slice_2590:Slice"Slice"(€#replica_0/Slice_2596:Slice"Slice"(#replica_0/Slice_2584:Slice"Slice"(„#replica_0/Slice_2620:Slice"Slice"2†-replica_0/MatMul_297:_MklMatMul"
_MklMatMul"-‡(replica_0/BiasAdd_301:BiasAdd"BiasAdd"!ˆreplica_0/Add_360:Add"Add"\‰W9replica_0/FusedBatchNormV3_364:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Š-replica_0/MatMul_385:_MklMatMul"
_MklMatMul"\‹W9replica_0/FusedBatchNormV3_391:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">Œ9%replica_0/Conv2D_408:_MklNativeConv2D"_MklNativeConv2D"\W9replica_0/FusedBatchNormV3_412:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2-replica_0/MatMul_433:_MklMatMul"
_MklMatMul"-(replica_0/BiasAdd_437:BiasAdd"BiasAdd"!replica_0/Add_438:Add"Add"\‘W9replica_0/FusedBatchNormV3_442:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2’-replica_0/MatMul_463:_MklMatMul"
_MklMatMul"\“W9replica_0/FusedBatchNormV3_469:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">”9%replica_0/Conv2D_486:_MklNativeConv2D"_MklNativeConv2D"\•W9replica_0/FusedBatchNormV3_490:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2–-replica_0/MatMul_511:_MklMatMul"
_MklMatMul"-—(replica_0/BiasAdd_515:BiasAdd"BiasAdd"!˜replica_0/Add_516:Add"Add"\™W9replica_0/FusedBatchNormV3_520:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2š-replica_0/MatMul_542:_MklMatMul"
_MklMatMul"\›W9replica_0/FusedBatchNormV3_548:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"' "replica_0/PadV2_566:PadV2"PadV2">¡9%replica_0/Conv2D_568:_MklNativeConv2D"_MklNativeConv2D"\¢W9replica_0/FusedBatchNormV3_572:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2£-replica_0/MatMul_593:_MklMatMul"
_MklMatMul"-¤(replica_0/BiasAdd_597:BiasAdd"BiasAdd"A­<'replica_0/MaxPool_536:_MklNativeMaxPool"_MklNativeMaxPool"\¯W9replica_0/FusedBatchNormV3_602:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2°-replica_0/MatMul_633:_MklMatMul"
_MklMatMul"\±W9replica_0/FusedBatchNormV3_639:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">²9%replica_0/Conv2D_656:_MklNativeConv2D"_MklNativeConv2D"\³W9replica_0/FusedBatchNormV3_660:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2´-replica_0/MatMul_681:_MklMatMul"
_MklMatMul"-µ(replica_0/BiasAdd_685:BiasAdd"BiasAdd"(¾#replica_0/PadV2_2192:PadV2"PadV2"2È-replica_0/MatMul_623:_MklMatMul"
_MklMatMul"-É(replica_0/BiasAdd_627:BiasAdd"BiasAdd"!Êreplica_0/Add_686:Add"Add"\ËW9replica_0/FusedBatchNormV3_690:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ì-replica_0/MatMul_711:_MklMatMul"
_MklMatMul"\ÍW9replica_0/FusedBatchNormV3_717:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">Î9%replica_0/Conv2D_734:_MklNativeConv2D"_MklNativeConv2D"\ÏW9replica_0/FusedBatchNormV3_738:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ğ-replica_0/MatMul_759:_MklMatMul"
_MklMatMul"-Ñ(replica_0/BiasAdd_763:BiasAdd"BiasAdd"!Òreplica_0/Add_764:Add"Add"\ÓW9replica_0/FusedBatchNormV3_768:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ô-replica_0/MatMul_789:_MklMatMul"
_MklMatMul"\ÕW9replica_0/FusedBatchNormV3_795:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">Ö9%replica_0/Conv2D_812:_MklNativeConv2D"_MklNativeConv2D"\×W9replica_0/FusedBatchNormV3_816:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ø-replica_0/MatMul_837:_MklMatMul"
_MklMatMul"-Ù(replica_0/BiasAdd_841:BiasAdd"BiasAdd"!Úreplica_0/Add_842:Add"Add"\ÛW9replica_0/FusedBatchNormV3_846:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2Ü-replica_0/MatMul_867:_MklMatMul"
_MklMatMul"\İW9replica_0/FusedBatchNormV3_873:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">Ş9%replica_0/Conv2D_890:_MklNativeConv2D"_MklNativeConv2D"\ßW9replica_0/FusedBatchNormV3_894:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2à-replica_0/MatMul_915:_MklMatMul"
_MklMatMul"-á(replica_0/BiasAdd_919:BiasAdd"BiasAdd"!âreplica_0/Add_920:Add"Add"\ãW9replica_0/FusedBatchNormV3_924:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2ä-replica_0/MatMul_945:_MklMatMul"
_MklMatMul"\åW9replica_0/FusedBatchNormV3_951:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx">æ9%replica_0/Conv2D_968:_MklNativeConv2D"_MklNativeConv2D"\çW9replica_0/FusedBatchNormV3_972:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"2è-replica_0/MatMul_993:_MklMatMul"
_MklMatMul"-é(replica_0/BiasAdd_997:BiasAdd"BiasAdd"!êreplica_0/Add_998:Add"Add"]ëX:replica_0/FusedBatchNormV3_1002:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3ì. replica_0/MatMul_1024:_MklMatMul"
_MklMatMul"]íX:replica_0/FusedBatchNormV3_1030:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"(ò#replica_0/PadV2_1048:PadV2"PadV2"?ó:&replica_0/Conv2D_1050:_MklNativeConv2D"_MklNativeConv2D"]ôX:replica_0/FusedBatchNormV3_1054:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3õ. replica_0/MatMul_1075:_MklMatMul"
_MklMatMul"Bÿ=(replica_0/MaxPool_1018:_MklNativeMaxPool"_MklNativeMaxPool"]X:replica_0/FusedBatchNormV3_1084:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3‚. replica_0/MatMul_1115:_MklMatMul"
_MklMatMul"]ƒX:replica_0/FusedBatchNormV3_1121:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"?„:&replica_0/Conv2D_1138:_MklNativeConv2D"_MklNativeConv2D"]…X:replica_0/FusedBatchNormV3_1142:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3†. replica_0/MatMul_1163:_MklMatMul"
_MklMatMul".‡)replica_0/BiasAdd_1167:BiasAdd"BiasAdd"(#replica_0/PadV2_1609:PadV2"PadV2"3š. replica_0/MatMul_1105:_MklMatMul"
_MklMatMul".›)replica_0/BiasAdd_1109:BiasAdd"BiasAdd"]X:replica_0/FusedBatchNormV3_1172:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3. replica_0/MatMul_1193:_MklMatMul"
_MklMatMul"]ŸX:replica_0/FusedBatchNormV3_1199:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"? :&replica_0/Conv2D_1216:_MklNativeConv2D"_MklNativeConv2D"]¡X:replica_0/FusedBatchNormV3_1220:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3¢. replica_0/MatMul_1241:_MklMatMul"
_MklMatMul".£)replica_0/BiasAdd_1245:BiasAdd"BiasAdd""¤replica_0/Add_1246:Add"Add"]¥X:replica_0/FusedBatchNormV3_1250:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3¦. replica_0/MatMul_1271:_MklMatMul"
_MklMatMul"]§X:replica_0/FusedBatchNormV3_1277:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"?¨:&replica_0/Conv2D_1294:_MklNativeConv2D"_MklNativeConv2D"]©X:replica_0/FusedBatchNormV3_1298:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"3ª. replica_0/MatMul_1319:_MklMatMul"
_MklMatMul".«)replica_0/BiasAdd_1323:BiasAdd"BiasAdd""¬replica_0/Add_1324:Add"Add"]­X:replica_0/FusedBatchNormV3_1328:_MklNativeFusedBatchNormEx"_MklNativeFusedBatchNormEx"%² replica_0/Mean_1345:Mean"Mean"H³C.replica_0/BatchMatMulV2_1347:_MklBatchMatMulV2"_MklBatchMatMulV2"H·C.replica_0/BatchMatMulV2_1367:_MklBatchMatMulV2"_MklBatchMatMulV2"H¸C.replica_0/BatchMatMulV2_1366:_MklBatchMatMulV2"_MklBatchMatMulV2":º5&replica_0/BroadcastTo_1373:BroadcastTo"BroadcastTo"i¼dBreplica_0/FusedBatchNormGradV3_1375:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3½. replica_0/MatMul_1385:_MklMatMul"
_MklMatMul"i¿dBreplica_0/FusedBatchNormGradV3_1396:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fÀa@replica_0/Conv2DBackpropInput_1398:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iÂdBreplica_0/FusedBatchNormGradV3_1462:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Ã. replica_0/MatMul_1467:_MklMatMul"
_MklMatMul"1Ä, replica_0/ReluGrad_1477:ReluGrad"ReluGrad"iÅdBreplica_0/FusedBatchNormGradV3_1478:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Æreplica_0/Add_1479:Add"Add"3Ç. replica_0/MatMul_1489:_MklMatMul"
_MklMatMul"iÉdBreplica_0/FusedBatchNormGradV3_1500:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fÊa@replica_0/Conv2DBackpropInput_1502:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iÌdBreplica_0/FusedBatchNormGradV3_1566:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Í. replica_0/MatMul_1571:_MklMatMul"
_MklMatMul"1Î, replica_0/ReluGrad_1581:ReluGrad"ReluGrad"iÏdBreplica_0/FusedBatchNormGradV3_1582:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Ğreplica_0/Add_1583:Add"Add"3Ñ. replica_0/MatMul_1698:_MklMatMul"
_MklMatMul"3Ò. replica_0/MatMul_1600:_MklMatMul"
_MklMatMul"3Ó. replica_0/MatMul_1690:_MklMatMul"
_MklMatMul"3Ô. replica_0/MatMul_1593:_MklMatMul"
_MklMatMul"iÖdBreplica_0/FusedBatchNormGradV3_1604:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3×. replica_0/MatMul_1635:_MklMatMul"
_MklMatMul"3Ø. replica_0/MatMul_1623:_MklMatMul"
_MklMatMul"3Ù. replica_0/MatMul_1665:_MklMatMul"
_MklMatMul"3Ú. replica_0/MatMul_1617:_MklMatMul"
_MklMatMul"3Û. replica_0/MatMul_1659:_MklMatMul"
_MklMatMul"3Ü. replica_0/MatMul_1653:_MklMatMul"
_MklMatMul"3İ. replica_0/MatMul_1647:_MklMatMul"
_MklMatMul"3Ş. replica_0/MatMul_1641:_MklMatMul"
_MklMatMul"3ß. replica_0/MatMul_1629:_MklMatMul"
_MklMatMul"%à replica_0/Pack_1666:Pack"Pack"fáa@replica_0/Conv2DBackpropInput_1606:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iãdBreplica_0/FusedBatchNormGradV3_1670:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ä. replica_0/MatMul_1682:_MklMatMul"
_MklMatMul"3å. replica_0/MatMul_1675:_MklMatMul"
_MklMatMul"ièdBreplica_0/FusedBatchNormGradV3_1702:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3é. replica_0/MatMul_1719:_MklMatMul"
_MklMatMul"3ê. replica_0/MatMul_1712:_MklMatMul"
_MklMatMul"iìdBreplica_0/FusedBatchNormGradV3_1723:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"iídBreplica_0/Conv2DBackpropFilter_1727:_MklNativeConv2DBackpropFilter"_MklNativeConv2DBackpropFilter"fîa@replica_0/Conv2DBackpropInput_1725:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"(ï#replica_0/Slice_1730:Slice"Slice"iñdBreplica_0/FusedBatchNormGradV3_1732:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ò. replica_0/MatMul_1744:_MklMatMul"
_MklMatMul"3ó. replica_0/MatMul_1737:_MklMatMul"
_MklMatMul"1ô, replica_0/ReluGrad_1748:ReluGrad"ReluGrad"iõdBreplica_0/FusedBatchNormGradV3_1749:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"NöI0replica_0/MaxPoolGrad_1747:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad""÷replica_0/Add_1750:Add"Add"3ø. replica_0/MatMul_1760:_MklMatMul"
_MklMatMul"iúdBreplica_0/FusedBatchNormGradV3_1771:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fûa@replica_0/Conv2DBackpropInput_1773:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iıdBreplica_0/FusedBatchNormGradV3_1837:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ş. replica_0/MatMul_1842:_MklMatMul"
_MklMatMul"1ÿ, replica_0/ReluGrad_1852:ReluGrad"ReluGrad"i€dBreplica_0/FusedBatchNormGradV3_1853:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""replica_0/Add_1854:Add"Add"3‚. replica_0/MatMul_1871:_MklMatMul"
_MklMatMul"3ƒ. replica_0/MatMul_1864:_MklMatMul"
_MklMatMul"i…dBreplica_0/FusedBatchNormGradV3_1875:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f†a@replica_0/Conv2DBackpropInput_1877:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iˆdBreplica_0/FusedBatchNormGradV3_1941:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3‰. replica_0/MatMul_1946:_MklMatMul"
_MklMatMul"1Š, replica_0/ReluGrad_1956:ReluGrad"ReluGrad"i‹dBreplica_0/FusedBatchNormGradV3_1957:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Œreplica_0/Add_1958:Add"Add"3. replica_0/MatMul_1968:_MklMatMul"
_MklMatMul"idBreplica_0/FusedBatchNormGradV3_1979:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fa@replica_0/Conv2DBackpropInput_1981:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"i’dBreplica_0/FusedBatchNormGradV3_2045:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3“. replica_0/MatMul_2050:_MklMatMul"
_MklMatMul"1”, replica_0/ReluGrad_2060:ReluGrad"ReluGrad"i•dBreplica_0/FusedBatchNormGradV3_2061:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""–replica_0/Add_2062:Add"Add"3—. replica_0/MatMul_2072:_MklMatMul"
_MklMatMul"i™dBreplica_0/FusedBatchNormGradV3_2083:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fša@replica_0/Conv2DBackpropInput_2085:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"iœdBreplica_0/FusedBatchNormGradV3_2149:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3. replica_0/MatMul_2154:_MklMatMul"
_MklMatMul"1, replica_0/ReluGrad_2164:ReluGrad"ReluGrad"iŸdBreplica_0/FusedBatchNormGradV3_2165:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"" replica_0/Add_2166:Add"Add"3¡. replica_0/MatMul_2281:_MklMatMul"
_MklMatMul"3¢. replica_0/MatMul_2183:_MklMatMul"
_MklMatMul"3£. replica_0/MatMul_2273:_MklMatMul"
_MklMatMul"3¤. replica_0/MatMul_2176:_MklMatMul"
_MklMatMul"i¦dBreplica_0/FusedBatchNormGradV3_2187:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3§. replica_0/MatMul_2248:_MklMatMul"
_MklMatMul"3¨. replica_0/MatMul_2242:_MklMatMul"
_MklMatMul"3©. replica_0/MatMul_2224:_MklMatMul"
_MklMatMul"3ª. replica_0/MatMul_2200:_MklMatMul"
_MklMatMul"3«. replica_0/MatMul_2236:_MklMatMul"
_MklMatMul"3¬. replica_0/MatMul_2218:_MklMatMul"
_MklMatMul"3­. replica_0/MatMul_2230:_MklMatMul"
_MklMatMul"3®. replica_0/MatMul_2212:_MklMatMul"
_MklMatMul"3¯. replica_0/MatMul_2206:_MklMatMul"
_MklMatMul"%° replica_0/Pack_2249:Pack"Pack"f±a@replica_0/Conv2DBackpropInput_2189:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"i³dBreplica_0/FusedBatchNormGradV3_2253:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3´. replica_0/MatMul_2265:_MklMatMul"
_MklMatMul"3µ. replica_0/MatMul_2258:_MklMatMul"
_MklMatMul"i¸dBreplica_0/FusedBatchNormGradV3_2285:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3¹. replica_0/MatMul_2302:_MklMatMul"
_MklMatMul"3º. replica_0/MatMul_2295:_MklMatMul"
_MklMatMul"i¼dBreplica_0/FusedBatchNormGradV3_2306:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"i½dBreplica_0/Conv2DBackpropFilter_2310:_MklNativeConv2DBackpropFilter"_MklNativeConv2DBackpropFilter"f¾a@replica_0/Conv2DBackpropInput_2308:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"(¿#replica_0/Slice_2313:Slice"Slice"1À, replica_0/ReluGrad_2314:ReluGrad"ReluGrad"iÁdBreplica_0/FusedBatchNormGradV3_2315:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Â. replica_0/MatMul_2327:_MklMatMul"
_MklMatMul"3Ã. replica_0/MatMul_2320:_MklMatMul"
_MklMatMul"1Ä, replica_0/ReluGrad_2331:ReluGrad"ReluGrad"iÅdBreplica_0/FusedBatchNormGradV3_2332:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"NÆI0replica_0/MaxPoolGrad_2330:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad""Çreplica_0/Add_2333:Add"Add"3È. replica_0/MatMul_2343:_MklMatMul"
_MklMatMul"1É, replica_0/ReluGrad_2353:ReluGrad"ReluGrad"iÊdBreplica_0/FusedBatchNormGradV3_2354:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fËa@replica_0/Conv2DBackpropInput_2356:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1Ì, replica_0/ReluGrad_2419:ReluGrad"ReluGrad"iÍdBreplica_0/FusedBatchNormGradV3_2420:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Î. replica_0/MatMul_2425:_MklMatMul"
_MklMatMul"1Ï, replica_0/ReluGrad_2435:ReluGrad"ReluGrad"iĞdBreplica_0/FusedBatchNormGradV3_2436:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Ñreplica_0/Add_2437:Add"Add"3Ò. replica_0/MatMul_2454:_MklMatMul"
_MklMatMul"3Ó. replica_0/MatMul_2447:_MklMatMul"
_MklMatMul"1Ô, replica_0/ReluGrad_2457:ReluGrad"ReluGrad"iÕdBreplica_0/FusedBatchNormGradV3_2458:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"fÖa@replica_0/Conv2DBackpropInput_2460:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1×, replica_0/ReluGrad_2523:ReluGrad"ReluGrad"iØdBreplica_0/FusedBatchNormGradV3_2524:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Ù. replica_0/MatMul_2529:_MklMatMul"
_MklMatMul"1Ú, replica_0/ReluGrad_2539:ReluGrad"ReluGrad"iÛdBreplica_0/FusedBatchNormGradV3_2540:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""Üreplica_0/Add_2541:Add"Add"3İ. replica_0/MatMul_2656:_MklMatMul"
_MklMatMul"3Ş. replica_0/MatMul_2558:_MklMatMul"
_MklMatMul"3ß. replica_0/MatMul_2648:_MklMatMul"
_MklMatMul"3à. replica_0/MatMul_2551:_MklMatMul"
_MklMatMul"1á, replica_0/ReluGrad_2561:ReluGrad"ReluGrad"iâdBreplica_0/FusedBatchNormGradV3_2562:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ã. replica_0/MatMul_2605:_MklMatMul"
_MklMatMul"3ä. replica_0/MatMul_2587:_MklMatMul"
_MklMatMul"3å. replica_0/MatMul_2617:_MklMatMul"
_MklMatMul"3æ. replica_0/MatMul_2599:_MklMatMul"
_MklMatMul"3ç. replica_0/MatMul_2581:_MklMatMul"
_MklMatMul"3è. replica_0/MatMul_2593:_MklMatMul"
_MklMatMul"3é. replica_0/MatMul_2575:_MklMatMul"
_MklMatMul"3ê. replica_0/MatMul_2623:_MklMatMul"
_MklMatMul"3ë. replica_0/MatMul_2611:_MklMatMul"
_MklMatMul"%ì replica_0/Pack_2624:Pack"Pack"fía@replica_0/Conv2DBackpropInput_2564:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1î, replica_0/ReluGrad_2627:ReluGrad"ReluGrad"iïdBreplica_0/FusedBatchNormGradV3_2628:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ğ. replica_0/MatMul_2640:_MklMatMul"
_MklMatMul"3ñ. replica_0/MatMul_2633:_MklMatMul"
_MklMatMul""òreplica_0/Add_2651:Add"Add"1ó, replica_0/ReluGrad_2659:ReluGrad"ReluGrad"iôdBreplica_0/FusedBatchNormGradV3_2660:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3õ. replica_0/MatMul_2677:_MklMatMul"
_MklMatMul"3ö. replica_0/MatMul_2670:_MklMatMul"
_MklMatMul"iødBreplica_0/FusedBatchNormGradV3_2681:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"iùdBreplica_0/Conv2DBackpropFilter_2685:_MklNativeConv2DBackpropFilter"_MklNativeConv2DBackpropFilter"fúa@replica_0/Conv2DBackpropInput_2683:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"(û#replica_0/Slice_2688:Slice"Slice"1ü, replica_0/ReluGrad_2689:ReluGrad"ReluGrad"iıdBreplica_0/FusedBatchNormGradV3_2690:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3ş. replica_0/MatMul_2702:_MklMatMul"
_MklMatMul"3ÿ. replica_0/MatMul_2695:_MklMatMul"
_MklMatMul"1€, replica_0/ReluGrad_2706:ReluGrad"ReluGrad"idBreplica_0/FusedBatchNormGradV3_2707:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"N‚I0replica_0/MaxPoolGrad_2705:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad""ƒreplica_0/Add_2708:Add"Add"3„. replica_0/MatMul_2718:_MklMatMul"
_MklMatMul"1…, replica_0/ReluGrad_2728:ReluGrad"ReluGrad"i†dBreplica_0/FusedBatchNormGradV3_2729:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"f‡a@replica_0/Conv2DBackpropInput_2731:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1ˆ, replica_0/ReluGrad_2794:ReluGrad"ReluGrad"i‰dBreplica_0/FusedBatchNormGradV3_2795:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3Š. replica_0/MatMul_2800:_MklMatMul"
_MklMatMul"1‹, replica_0/ReluGrad_2810:ReluGrad"ReluGrad"iŒdBreplica_0/FusedBatchNormGradV3_2811:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3""replica_0/Add_2812:Add"Add"3. replica_0/MatMul_2927:_MklMatMul"
_MklMatMul"3. replica_0/MatMul_2829:_MklMatMul"
_MklMatMul"3. replica_0/MatMul_2919:_MklMatMul"
_MklMatMul"3‘. replica_0/MatMul_2822:_MklMatMul"
_MklMatMul"1’, replica_0/ReluGrad_2832:ReluGrad"ReluGrad"i“dBreplica_0/FusedBatchNormGradV3_2833:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3”. replica_0/MatMul_2846:_MklMatMul"
_MklMatMul"3•. replica_0/MatMul_2888:_MklMatMul"
_MklMatMul"3–. replica_0/MatMul_2894:_MklMatMul"
_MklMatMul"3—. replica_0/MatMul_2858:_MklMatMul"
_MklMatMul"3˜. replica_0/MatMul_2882:_MklMatMul"
_MklMatMul"3™. replica_0/MatMul_2852:_MklMatMul"
_MklMatMul"3š. replica_0/MatMul_2876:_MklMatMul"
_MklMatMul"3›. replica_0/MatMul_2870:_MklMatMul"
_MklMatMul"3œ. replica_0/MatMul_2864:_MklMatMul"
_MklMatMul"% replica_0/Pack_2895:Pack"Pack"fa@replica_0/Conv2DBackpropInput_2835:_MklNativeConv2DBackpropInput"_MklNativeConv2DBackpropInput"1Ÿ, replica_0/ReluGrad_2898:ReluGrad"ReluGrad"i dBreplica_0/FusedBatchNormGradV3_2899:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"3¡. replica_0/MatMul_2911:_MklMatMul"
_MklMatMul"3¢. replica_0/MatMul_2904:_MklMatMul"
_MklMatMul""£replica_0/Add_2922:Add"Add"1¤, replica_0/ReluGrad_2930:ReluGrad"ReluGrad"i¥dBreplica_0/FusedBatchNormGradV3_2931:_MklNativeFusedBatchNormGradV3"_MklNativeFusedBatchNormGradV3"N¦I0replica_0/MaxPoolGrad_2932:_MklNativeMaxPoolGrad"_MklNativeMaxPoolGrad"(§#replica_0/Slice_2935:Slice"Slice"y¨tJreplica_0/Conv2DBackpropFilter_2938:_MklNativeConv2DBackpropFilterWithBias"&_MklNativeConv2DBackpropFilterWithBias":©5&replica_0/BiasAddGrad_2817:BiasAddGrad"BiasAddGrad"3ª. replica_0/MatMul_2807:_MklMatMul"
_MklMatMul"3«. replica_0/MatMul_2725:_MklMatMul"
_MklMatMul":¬5&replica_0/BiasAddGrad_2713:BiasAddGrad"BiasAddGrad":­5&replica_0/BiasAddGrad_2665:BiasAddGrad"BiasAddGrad":®5&replica_0/BiasAddGrad_2643:BiasAddGrad"BiasAddGrad"1¯, replica_0/ConcatV2_3018:ConcatV2"ConcatV2"3°. replica_0/MatMul_2536:_MklMatMul"
_MklMatMul":±5&replica_0/BiasAddGrad_2442:BiasAddGrad"BiasAddGrad"3². replica_0/MatMul_2432:_MklMatMul"
_MklMatMul"3³. replica_0/MatMul_2350:_MklMatMul"
_MklMatMul":´5&replica_0/BiasAddGrad_2338:BiasAddGrad"BiasAddGrad"1µ, replica_0/ConcatV2_2969:ConcatV2"ConcatV2":¶5&replica_0/BiasAddGrad_2290:BiasAddGrad"BiasAddGrad":·5&replica_0/BiasAddGrad_2171:BiasAddGrad"BiasAddGrad"3¸. replica_0/MatMul_2161:_MklMatMul"
_MklMatMul"3¹. replica_0/MatMul_2079:_MklMatMul"
_MklMatMul":º5&replica_0/BiasAddGrad_2067:BiasAddGrad"BiasAddGrad"3». replica_0/MatMul_2057:_MklMatMul"
_MklMatMul"3¼. replica_0/MatMul_1975:_MklMatMul"
_MklMatMul":½5&replica_0/BiasAddGrad_1963:BiasAddGrad"BiasAddGrad"3¾. replica_0/MatMul_1953:_MklMatMul"
_MklMatMul":¿5&replica_0/BiasAddGrad_1859:BiasAddGrad"BiasAddGrad"3À. replica_0/MatMul_1849:_MklMatMul"
_MklMatMul"3Á. replica_0/MatMul_1767:_MklMatMul"
_MklMatMul":Â5&replica_0/BiasAddGrad_1755:BiasAddGrad"BiasAddGrad"3Å. replica_0/MatMul_1578:_MklMatMul"
_MklMatMul"3Æ. replica_0/MatMul_1496:_MklMatMul"
_MklMatMul"3È. replica_0/MatMul_1474:_MklMatMul"
_MklMatMul"3É. replica_0/MatMul_1392:_MklMatMul"
_MklMatMul"1Ì, replica_0/ConcatV2_2952:ConcatV2"ConcatV2"(Û#replica_0/PadV2_1401:PadV2"PadV2"3İ. replica_0/MatMul_1445:_MklMatMul"
_MklMatMul"3ß. replica_0/MatMul_1457:_MklMatMul"
_MklMatMul"3á. replica_0/MatMul_1439:_MklMatMul"
_MklMatMul"3ã. replica_0/MatMul_1433:_MklMatMul"
_MklMatMul"3å. replica_0/MatMul_1421:_MklMatMul"
_MklMatMul"3ç. replica_0/MatMul_1427:_MklMatMul"
_MklMatMul"3é. replica_0/MatMul_1415:_MklMatMul"
_MklMatMul"3ë. replica_0/MatMul_1409:_MklMatMul"
_MklMatMul"3í. replica_0/MatMul_1451:_MklMatMul"
_MklMatMul"%î replica_0/Pack_1458:Pack"Pack""ïreplica_0/Mul_1263:Mul"Mul"(û#replica_0/PadV2_1505:PadV2"PadV2"3ı. replica_0/MatMul_1549:_MklMatMul"
_MklMatMul"3ÿ. replica_0/MatMul_1543:_MklMatMul"
_MklMatMul"3. replica_0/MatMul_1531:_MklMatMul"
_MklMatMul"3ƒ. replica_0/MatMul_1537:_MklMatMul"
_MklMatMul"3…. replica_0/MatMul_1525:_MklMatMul"
_MklMatMul"3‡. replica_0/MatMul_1519:_MklMatMul"
_MklMatMul"3‰. replica_0/MatMul_1513:_MklMatMul"
_MklMatMul"3‹. replica_0/MatMul_1561:_MklMatMul"
_MklMatMul"3. replica_0/MatMul_1555:_MklMatMul"
_MklMatMul"% replica_0/Pack_1562:Pack"Pack"(Ÿ#replica_0/PadV2_1776:PadV2"PadV2"3¡. replica_0/MatMul_1832:_MklMatMul"
_MklMatMul"3£. replica_0/MatMul_1820:_MklMatMul"
_MklMatMul"3¥. replica_0/MatMul_1826:_MklMatMul"
_MklMatMul"3§. replica_0/MatMul_1814:_MklMatMul"
_MklMatMul"(¨#replica_0/Slice_1799:Slice"Slice"3©. replica_0/MatMul_1802:_MklMatMul"
_MklMatMul"(ª#replica_0/Slice_1805:Slice"Slice"3«. replica_0/MatMul_1808:_MklMatMul"
_MklMatMul"3­. replica_0/MatMul_1796:_MklMatMul"
_MklMatMul"3¯. replica_0/MatMul_1790:_MklMatMul"
_MklMatMul"3±. replica_0/MatMul_1784:_MklMatMul"
_MklMatMul"%² replica_0/Pack_1833:Pack"Pack"(¿#replica_0/PadV2_1880:PadV2"PadV2"3Á. replica_0/MatMul_1912:_MklMatMul"
_MklMatMul"3Ã. replica_0/MatMul_1936:_MklMatMul"
_MklMatMul"3Å. replica_0/MatMul_1924:_MklMatMul"
_MklMatMul"3Ç. replica_0/MatMul_1906:_MklMatMul"
_MklMatMul"3É. replica_0/MatMul_1918:_MklMatMul"
_MklMatMul"3Ë. replica_0/MatMul_1900:_MklMatMul"
_MklMatMul"3Í. replica_0/MatMul_1894:_MklMatMul"
_MklMatMul"3Ï. replica_0/MatMul_1888:_MklMatMul"
_MklMatMul"3Ñ. replica_0/MatMul_1930:_MklMatMul"
_MklMatMul"%Ò replica_0/Pack_1937:Pack"Pack"(ß#replica_0/PadV2_1984:PadV2"PadV2"3á. replica_0/MatMul_2016:_MklMatMul"
_MklMatMul"3ã. replica_0/MatMul_2028:_MklMatMul"
_MklMatMul"3å. replica_0/MatMul_2010:_MklMatMul"
_MklMatMul"3ç. replica_0/MatMul_2004:_MklMatMul"
_MklMatMul"3é. replica_0/MatMul_1998:_MklMatMul"
_MklMatMul"3ë. replica_0/MatMul_1992:_MklMatMul"
_MklMatMul"3í. replica_0/MatMul_2040:_MklMatMul"
_MklMatMul"3ï. replica_0/MatMul_2022:_MklMatMul"
_MklMatMul"3ñ. replica_0/MatMul_2034:_MklMatMul"
_MklMatMul"%ò replica_0/Pack_2041:Pack"Pack"(ÿ#replica_0/PadV2_2088:PadV2"PadV2"3. replica_0/MatMul_2108:_MklMatMul"
_MklMatMul"3ƒ. replica_0/MatMul_2102:_MklMatMul"
_MklMatMul"3…. replica_0/MatMul_2096:_MklMatMul"
_MklMatMul"3‡. replica_0/MatMul_2144:_MklMatMul"
_MklMatMul"3‰. replica_0/MatMul_2132:_MklMatMul"
_MklMatMul"3‹. replica_0/MatMul_2138:_MklMatMul"
_MklMatMul"3. replica_0/MatMul_2126:_MklMatMul"
_MklMatMul"3. replica_0/MatMul_2114:_MklMatMul"
_MklMatMul"3‘. replica_0/MatMul_2120:_MklMatMul"
_MklMatMul"%’ replica_0/Pack_2145:Pack"Pack"(£#replica_0/PadV2_2359:PadV2"PadV2"3¥. replica_0/MatMul_2403:_MklMatMul"
_MklMatMul"3§. replica_0/MatMul_2415:_MklMatMul"
_MklMatMul"3©. replica_0/MatMul_2397:_MklMatMul"
_MklMatMul"3«. replica_0/MatMul_2391:_MklMatMul"
_MklMatMul"3­. replica_0/MatMul_2379:_MklMatMul"
_MklMatMul"3¯. replica_0/MatMul_2385:_MklMatMul"
_MklMatMul"3±. replica_0/MatMul_2373:_MklMatMul"
_MklMatMul"3³. replica_0/MatMul_2367:_MklMatMul"
_MklMatMul"3µ. replica_0/MatMul_2409:_MklMatMul"
_MklMatMul"%¶ replica_0/Pack_2416:Pack"Pack"1·, replica_0/ConcatV2_2986:ConcatV2"ConcatV2"(Ä#replica_0/PadV2_2463:PadV2"PadV2"(Å#replica_0/Slice_2516:Slice"Slice"3Æ. replica_0/MatMul_2519:_MklMatMul"
_MklMatMul"3È. replica_0/MatMul_2501:_MklMatMul"
_MklMatMul"3Ê. replica_0/MatMul_2513:_MklMatMul"
_MklMatMul"3Ì. replica_0/MatMul_2495:_MklMatMul"
_MklMatMul"3Î. replica_0/MatMul_2507:_MklMatMul"
_MklMatMul"3Ğ. replica_0/MatMul_2489:_MklMatMul"
_MklMatMul"3Ò. replica_0/MatMul_2483:_MklMatMul"
_MklMatMul"3Ô. replica_0/MatMul_2477:_MklMatMul"
_MklMatMul"3Ö. replica_0/MatMul_2471:_MklMatMul"
_MklMatMul"%× replica_0/Pack_2520:Pack"Pack"1Ø, replica_0/ConcatV2_3003:ConcatV2"ConcatV2"(é#replica_0/PadV2_2734:PadV2"PadV2"(ê#replica_0/Slice_2787:Slice"Slice"3ë. replica_0/MatMul_2790:_MklMatMul"
_MklMatMul"(ì#replica_0/Slice_2775:Slice"Slice"3í. replica_0/MatMul_2778:_MklMatMul"
_MklMatMul"(î#replica_0/Slice_2781:Slice"Slice"3ï. replica_0/MatMul_2784:_MklMatMul"
_MklMatMul"(ğ#replica_0/Slice_2769:Slice"Slice"3ñ. replica_0/MatMul_2772:_MklMatMul"
_MklMatMul"(ò#replica_0/Slice_2757:Slice"Slice"3ó. replica_0/MatMul_2760:_MklMatMul"
_MklMatMul"(ô#replica_0/Slice_2763:Slice"Slice"3õ. replica_0/MatMul_2766:_MklMatMul"
_MklMatMul"(ö#replica_0/Slice_2751:Slice"Slice"3÷. replica_0/MatMul_2754:_MklMatMul"
_MklMatMul"(ø#replica_0/Slice_2745:Slice"Slice"3ù. replica_0/MatMul_2748:_MklMatMul"
_MklMatMul"(ú#replica_0/Slice_2739:Slice"Slice"3û. replica_0/MatMul_2742:_MklMatMul"
_MklMatMul"1ı, replica_0/ConcatV2_3051:ConcatV2"ConcatV2"1†, replica_0/ConcatV2_3428:ConcatV2"ConcatV2""‡replica_0/Mul_3375:Mul"Mul""ˆreplica_0/Sub_3376:Sub"Sub""‰replica_1/Mul_3375:Mul"Mul""Šreplica_1/Sub_3376:Sub"Sub""Œreplica_0/Mul_3365:Mul"Mul""replica_0/Sub_3366:Sub"Sub""replica_0/Mul_3359:Mul"Mul""replica_0/Sub_3360:Sub"Sub""replica_0/Mul_3339:Mul"Mul""‘replica_0/Sub_3340:Sub"Sub""’replica_1/Mul_3351:Mul"Mul""“replica_1/Sub_3352:Sub"Sub*e_r*g
step_num