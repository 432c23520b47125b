// Written by tools/confusables.ts from confusables.txt, version 14.0.0. Unicode data, © Unicode, Inc., used under the
// Unicode License v3 (https://www.unicode.org/license.txt).

/** A line per prototype: its code points, and after the colon the characters that look like it; in base 36. */
export const confusables = `
13q:14d
13s:14e
13t:148
13u:144
1cr:59w 6hn
lv:17d 1rn n7 lx 18v
lw:199
ld:13w 13x 17c 1fr n5 1uc 18u
lc:n4 1ub
li:lo wvw 194 196 oe
li+lj:1d4 ls 1s1 1vl 22p 269 2dc 2gx 2kh 1inz
le:5ow lt 197 1ke wz4
lm:14f 1cv 4pf 9lm 18y 29u 37a 4p2 1ibk 2tp 2x9 o6 92i
lk:1rf 1kj
ln:18r 1rk
lf:n6 18z
lj:150 1d8 1fk 1re 1fl ns 14p 14q 14y 14x 1kd 1s2 1z6 22q 2bx
mw:mv
mg:59z ma n9
lg:5oy lh 195 1kb wz5
lq:5p6
lu:193
nk:nr 1rz 1rs
nm:1s0
ly:5pp
mh:5p8 192
mj:5p1
mr:nb
no:1rt
np:1ru
1ehq:9ln
1ehr:9lo
mt:mu
ll:9ik
mb:151 1rh 5p9 14k 198 1to 1x8 20s 24c 27w 1i2y 1io3 1gl6
mc:1ri 5pa
md:307 9il
me:mf m9 mx
ml:5p5
mm:5p4
mp:1ua m8
18s:1rl 1rc 1r9
1e9e+18x:1dum
18t:1rm
1e9g+18x:1dun
1e9j+18x:1dyq
1e9i+18x:1duo
1e9l+18x:1dyr
1e9k+18x:1dup
18w:17e lz
1e9n+18x:1dys
1e9m+18x:1duq
1e9o+19s:1dur
191:19b
19s:lp
1fg:1fm
1vn:1z7 2df 2gz 2kj 2o3 37c 1io1
2tk:4p7 2x4
2tl:2x5
2tm:2x6
2tn:2x7
6i1:wvj
w:6co 6cp 4g0 6bk 6bl 6bm 6bn 6bo 6bp 6bq 6bs 6bt 6bu 6e7 4g 6br 6cv
2n:1kq 1e8d 1e8e 1e8f
19:6c0 6c1 6c2 6c3 1e8o 1ck 6df k7 6qa 7ti 8u2
19+lv:8bt
19+lk:93u
19+lj:1dm1 6rc
19+mb:8bu
19+1a:wla
9i4:1efy
18:171 19n 6ca 54 wl5
170:94i 19o
1n:ou
17f:94l
1m:1s3 22r 1ee2 13d 1dv 1dw 4j0 1e7k 4qr 4qx 6e2 14z l4 x3d 6ra k0 wl9
1m+1m+1p:8dw
1m+6mq:8ac
x:1edd cj 8y9
x+x:6d8
x+1r:6dl
1r:ic g1 1vh 3vy wyz
1r+x:6dk
1r+1r:6dj
17j:94e
1a:2jxp 6ck 1dt 1du wsu 1gls 19c 1dc wl4
1a+18:wl7
1a+1a:6cl wl6
1a+1a+1a:6cm
wz7+wz7:wz8
53:9ob 1eg5 4iz p3 94h 1erl 6ci 6cn 6qh 6v9 x3j 3zb
53+53+53:6wf 8y0
53+1o:404
53+1q:6vr 3zr 400
53+1g:46n
53+2q:41q
53+2q+lj:41s
53+2s:41m
53+22:42g
53+24:43a
53+28:41i
53+2d:40n
53+2e:3zu
53+g5:3zw
53+pf:432
53+pg:3ym
53+11k:40p
53+3y9:3yk
53+3yc:3yo
53+3yd:3yq
53+3ye:3ys
53+3yi:3yv
53+3yj:3yx
53+3zm:3zy
53+3zo:402
53+3zt:406
53+40f:40r
53+40g:40k 40t
53+40h:40v
53+40l:40x
53+40m:40z
53+417:41g
53+41a:41k
53+41c:41o
53+421:42a
53+423:42c
53+424:42e
53+426:42i
53+428:42k
53+429:42m
53+42r:430
53+42u:434
53+42v:436
53+42w:438
53+42z:43c
53+43k:43t
53+43m:4w6
53+43n:4w8
53+43o:4wa
53+43p:4wc
53+43r:43v
53+43s:43x
53+443:44c
53+445:44e
53+446:44g
53+447:44i
53+448:44k
53+44a:44m
53+44b:44o
53+44t:452
53+44v:454
53+44w:456
53+44x:458
53+44y:45a
53+450:45c
53+451:45e
53+45s:45z
53+45t:461
53+45u:463
53+45v:465
53+45w:467
53+45x:469
53+45y:46b
53+46g:46p
53+46h:46r
53+46i:46t
53+46j:46v
53+46l:46x
53+46m:46z
53+477:4we
53+47a:4wf
53+47b:4wg
53+47c:4wh
53+47d:4wi
53+47f:4wj
53+47g:47i
53+47u:47v
53+487:488
53+4vl:4vn
53+4vo:4vq
53+4vs:4vt
53+4w0:4w2
1us:x80
1us+1us:1ut
5kr+5kr:5ks
37u+37u:37v
59k+59k:59l
59m+59k:59n
5em+5em:5en
1gly+1gly:1glz
1ikr+1ikr:1iks
1iyp+1iyp:1iyq
1k5d+1k5d:1k5e
5mm+5mm:5mn
13:125 1edj 6c8 6c9 6cb 6cy 6d1 122 16b 2o 6b3 1ef4 50 p0 6bh 69p 69r 6bi jd ok js ju jv l0 jf jh jg ji x3g 15l 1kk 1kl 40a 4i4 20k1 20k2
13+13:5oz y 1ede 6cc 6cd 6cf 6cz 6d2 9hf 16c kd je l2 ku 16a
13+13+13:6d0 6d3
13+13+13+13:6dz
13+1u:ap
13+1w:ay
13+32:95
13+28:bo
13+2c:bw
13+2h:c3
14:1eez 7s8 7si 9hw 1e0u
14+14:948
14+9oc+15:9wg
14+1e+15:779
14+1e+27+15:77r
14+1f+15:77a
14+1g+15:77b
14+1h+15:77c
14+1i+15:77d
14+1j+15:77e
14+1k+15:77f
14+1l+15:77g
14+2p+15:78c
14+1t+15:2q6o
14+2q+15:78d
14+1u+15:2q6p
14+2r+15:78e
14+1v+15:2q6q
14+2s+15:78f
14+1w+15:2q6r
14+2t+15:78g
14+1x+15:2q6s
14+2u+15:78h
14+1y+15:2q6t
14+2v+15:78i
14+1z+15:2q6u
14+2w+15:78j
14+20+15:2q6v
14+2x+15:78k
14+2y+15:78l
14+22+15:2q6x
14+2z+15:78m
14+23+15:2q6y
14+30+15:778 2q6w 78n
14+24+15:2q6z
14+30+1e+15:77j
14+30+1f+15:77k
14+30+1g+15:77l
14+30+1h+15:77m
14+30+1i+15:77n
14+30+1j+15:77o
14+30+1k+15:77p
14+30+1l+15:77q
14+30+30+15:77i
14+30+27+15:77h
14+25+15:2q70
14+32+15:78p
14+26+15:2q71
14+33+15:78q
14+27+15:2q72
14+34+15:78r
14+28+15:2q73
14+35+15:78s
14+29+15:2q74
14+36+15:78t
14+2a+15:2q75
14+36+32+15:78o
14+37+15:78u
14+2b+15:2q76 2q7e
14+38+15:78v
14+2c+15:2q77
14+39+15:78w
14+2d+15:2q78
14+3a+15:78x
14+2e+15:2q79
14+3b+15:78y
14+2f+15:2q7a
14+3c+15:78z
14+2g+15:2q7b
14+3d+15:790
14+2h+15:2q7c
14+3e+15:791
14+2i+15:2q7d
14+3cw+15:9vk
14+xz4+15:9vy
14+3cy+15:9vl
14+yvs+15:9vz
14+3cz+15:9vm
14+zc4+15:9w0
14+3d1+15:9vn
14+108s+15:9w1
14+3d2+15:9vo
14+10p4+15:9w2
14+3d3+15:9vp
14+115g+15:9w3
14+3d5+15:9vq
14+1224+15:9w4
14+3d7+15:9vr
14+12ys+15:9w5
14+1350+13ic+15:9wd
14+1350+16f8+15:9we
14+3d8+15:9vs
14+13f4+15:9w6
14+13p8+15:9wc
14+3da+15:9vt
14+14bs+15:9w7
14+3db+15:9vu
14+14s4+15:9w8
14+3dc+15:9vv
14+158g+15:9w9
14+3dd+15:9vw
14+15os+15:9wa
14+3de+15:9vx
14+1654+15:9wb
14+fer+15:9wm
14+fex+15:9wi 2qf5
14+fh9+15:9wo
14+fik+15:9wh 2qf6
14+fis+15:9wk
14+fkz+15:9x5
14+flt+15:9x9
14+fm9+15:9xd
14+g2z+15:9wn
14+g31+15:9wl
14+gc4+15:9x4
14+gd9+15:2qfb
14+gg1+15:9wp
14+ggk+15:9xb
14+glp+15:9x0
14+gos+15:9x6
14+h5n+15:9wj
14+h7j+15:9wv
14+i1y+15:9x7
14+i2x+15:2qf7
14+jf7+15:2qf9
14+k0n+15:2qfc
14+k4l+15:9ww
14+kco+15:9wq
14+kcp+15:9wy
14+kdk+15:9wt
14+kdo+15:2qf4
14+kkq+15:9wx
14+ldg+15:9ws
14+m7f+15:9wr
14+m9l+15:2qf8
14+mm1+15:9x1
14+nh3+15:2qfa
14+nhf+15:9x8
14+ny6+15:9wz
14+nz1+15:9x3
14+nzh+15:9xc
14+pnu+15:9xe
14+po3+15:9xf
14+rs1+15:9x2
14+rt3+15:9xa
14+ssx+15:9wu
15:1ef1 7s9 7sj 9hx 1e0v
15+15:949
3f:7sk 2jv8
3h:7sl
7vq:9i2
7vr:9i3
7sc:7vs 6y1 9hk 9uj 9jj 2zfs
7sd:7vt 6y2 9hl
1e7z:1ef2
52:94v
16:6dq 19p 6qf 1f6n
1b:4l1 6dd 6qd 6dg 7e9 7uz 8ag 2k3e 9ub 9ir 8ue 9n2 fgf 9ab
1b+lg:8ae
1b+1b:8hp
1b+1b+1b:8hn
2k:1ef0 1e94 6qe 7v1 8ad 8ah 2k27 2k3f 9uc fg6 9aa
2k+2k:8vt 762
2k+40l:7uw
12:x2w
1v4:25s 1hvf 1i2v 7n0
xdo:1i3f
2tr:4pl
2u2:4ph
2u3:4pm
2yz:2z0
2z1+2z1:2z2
2m:jo jq
jr:wvy k8
jt:6da 1e89 1e8a 1e8b 1e8c 4v 1ejn 7f8
jt+2q:ui
jt+2q+2x:wup
jz:ol
kq:l7 x06
kr:x04
kz:9he
4w:94g ka 6qg 7gr 7hi
4w+mq:6zg
4w+lk:6zo
4w+1v:6ir
4w+1y:6ix
2cz:2d1
2ze+2ze:2zf
2ze+2zh:2zj
2zh+2ze:34e
2zh+2zh:2zi
4p:794
4u:79j
6jb:79h
6kk:2k2j
6n2:8oc
6n3:8od
6n4:8oe
6n5:8of
6nm:6np
6o3+6o2:86d
6o3+4ii:86n
6pu:2l0b 2l1x 2l3j 2l55 2l6r 2ojw
6pu+mt:2ojx 6o
6px:6ww
6pz:2kzl 2l17 2l2t 2l4f 2l61 1jfs
6pz+lk:6zm
6pz+ms:6zv
6q6:7ew 7fk
6q8:8cf
17:4j1 7th 1f2z
17+le:8bn
17+lm:8bm
17+lf:8bo
17+lj:6qc
17+mb:8bp
17+mo:8bq
17+6f6:8br
6v:7tj
1o:6d5 7se jm 2k3a 3zs 4he
1o+53:6vq 8tw 405
1o+1o:6sq
1o+1o+1o:6vs
1p:3y8 94w 9ls wlb
1p+li:6sa
1p+le:6s9
1p+lm:6s7
1p+lj:6s0
1p+lj+mb:6s1
1p+6i8:8dq
1p+1p:8dx
1p+1p+1p:8dy
1p+ob:6se
1q:6d6 7sf jn 2k3b 3zn 20jj
1q+53:401
1q+1o:8f9
1q+1q:6sr 8bk
1q+1q+1q:6vt
3i:6dv kc 69s 6rg
3i+lk:6zs
3i+lj:93y 8dm
3i+mb:93z
6qo:2ojs
6qv:6v4
6r2+6r2:6r3
6r2+6r2+6r2:6r4
6r8:94b
6r9:94a
6rb:94c
6rs:1i3i
6rz:7ke 2rfi
6sh:6sj
6tp:8ar
6tq:8as
6tr:2k3c
6ts:2k3d
6tv:8at
6tw:8au
6tz:8aq
6u3:6zj
6u8:2rg1
6u9:2rf9
6uq:7gh
6ur:7g7
6va+lk:6zn
6x3:1e7o
6xe:7hc
6xl:8cd
6xw:6xx
6yj:893
6ym:7gu 88u
6yq:891
6yx:88g
6yz:72b
6z2:72a
6z9:729
6zx:72e
70o:7js
730:1e7p
731:1e7q
732:1e7r
733:1e7s
734:1e7t
735:1e7u
739:7g1
73v:73w
7b6:1e7l 1efw 7b7
7bg:7bj
7bw:7c3
7f0:7f4
7fa:7fb
7fc:7fh
7fl:7io
7fu:1ejx
7g6:7g8 7ga
7jb:8vd
7jd:2rd6
7jx:2qky 2ql5
7jy:73y 2ql4
87u:89l
89r:2rei
8bj:8ce
8vc:1ew0
2jx4+2jxh:7l5
2jx4+2jxh+2jxq:7l6
2q6l:7ai
2q6m:6nu
1v5:k9 2mm
9oc:1edp 6c4 6c5 7b4 7b5 9u8 x6f 3g3 9r5 feo 9a8
9oc+9oc:3h2
9oc+3fl:16m1
9oc+3fp:16m2
9oc+3fp+ffs:16m3
9oc+3ft:16m4
9oc+3fy:3h1
9oc+ffs:3g4 9r6
9oc+ffs+3fy:3h3
10+6hs:2q6n
4j:6g4
6go:9hu 9iu
5e8:5ek
xjk:xja
1yf:1ioh
2g7:2jr
37l:38l
7sw:76o
7t5:76x
6f5+6f4:73c
1e:2l74 2l7e 2l7o 2l7y 2l88 2sc2 x22 br rs wuc 43j wz3
19e:xjj 1de
1uw:25k
1yg:1ioi
2g8:2js
7sx:76p
1e+mt:cb
1e+18:2q6b
1e+1a:77t
1e+1e+k4l:a9h
1e+1e+m9l:a5q
1e+1f+k4l:a9i
1e+1f+m9l:a5r
1e+1g+k4l:a9j
1e+1g+m9l:a5s
1e+1h+k4l:a9k
1e+1i+k4l:a9l
1e+1j+k4l:a9m
1e+1k+k4l:a9n
1e+1l+k4l:a9o
1e+30+k4l:a9g
1e+30+m9l:a5p
1e+27+1a:78b
1e+27+k4l:a9f
1e+27+m9l:a5o
2qw+2q7:2qx
2qw+2qb:2r3
1e+k4l:a8x
1e+kco:a0x
1e+m9l:a56
1f:2k1y 2l75 2l7f 2l7p 2l7z 2l89 2sc3 x4b f0 c7 x2i 8uk t3 yo 20jf 1jgq
19f:1df 2ojt
1ux:25l
7sy:76q
1f+me:wo
1f+18:2q6c
1f+1a:77u
1f+30+k4l:a9q
1f+27+k4l:a9p
1f+k4l:a8y
1f+kco:a0y
1f+m9l:a57
1g:2l76 2l7g 2l7q 2l80 2l8a 2sc4 3wu 1jfz
19g:1dg
1uy:25m
7sz:76r
1g+18:2q6d
1g+1a:77v
1g+53:46o
1g+k4l:a8z
1g+kco:a0z
1g+m9l:a58
1h:2l77 2l7h 2l7r 2l81 2l8b 2sc5 cc 1jgb
7t0:76s
1h+18:2q6e
1h+1a:77w
1h+k4l:a90
1h+kco:a10
1h+m9l:a59
1i:2l78 2l7i 2l7s 2l82 2l8c 2sc6 8uq tt 3xq 1jh1
19i:1di
1yk:1iom
7t1:76t
1i+18:2q6f
1i+1a:77x
1i+k4l:a91
1i+kco:a11
1i+m9l:a5a
1j:2k2a 2l79 2l7j 2l7t 2l83 2l8d 2sc7 1fiq 1jgm
7t2:76u
1j+18:2q6g
1j+1a:77y
1j+k4l:a92
1j+kco:a12
1j+m9l:a5b
1k:26b 1yi 222 2ojv 2l7a 2l7k 2l7u 2l84 2l8e 2sc8 f7 f6 1f6i
1v2:25q
7t3:76v
1k+18:2q6h
1k+1a:77z
1k+k4l:a93
1k+kco:a13
1k+m9l:a5c
1l:21z 294 1yl 2nh 2l7b 2l7l 2l7v 2l85 2l8f 2sc9 x2m 8ui 1jgs 1jfw 1jh2
19l:1uv 1jhg 1dl
2gf:2jz
7t4:76w
1l+18:2q6i
1l+1a:780
1l+k4l:a94
1l+kco:a14
1l+m9l:a5d
2p:70a 1ef5 2kgq 2ki6 2kjm 2kl2 2kmi 2kny 2kpe 2kqu 2ksa 2ktq 2kv6 2kwm 2ky2 gh q9 2kzm 2l18 2l2u 2l4g 2l62 ts
o3:92u
1t:1ee9 2kg0 2khg 2kiw 2kkc 2kls 2kn8 2koo 2kq4 2krk 2kt0 2kug 2kvw 2kxc pd 2kyw 2l0i 2l24 2l3q 2l5c sw 3vu 4at wku 20jk 1f34
2p+mq:706
77:cu
76:ct
6d:fb
5h:fa
61v:61m
2p+1b+2r:6io
2p+1b+37:6ip
2p+2p:x0z
1t+1t:x0y
2p+2t:6e yd
1t+1x:5i yc
2p+33:x11
1t+27:x10
1t+2a:2rd3
2p+39:x13
1t+2d:x12
2p+3a:x15 x17
1t+2e:x14 x16
2p+3d:x19
1t+2h:x18
5q8:xve
8rz:6ps 2k2f 4as wkv
8s0:1fdr
2q:2kgr 2ki7 2kjn 2kl3 2kmj 2knz 2kpf 2kqv 2ksb 2ktr 2kv7 2kwn 2ky3 as to 3wv 41e 4a7
1u:1eea 6jw 2kg1 2khh 2kix 2klt 2kn9 2kop 2kq5 2krl 2kt1 2kuh 2kvx 2kxd x4k pe 2kyx 2l0j 2l25 2l3r 2l5d sy 3xw 4c7 wk0 1f2a 1f35 1f5t
2q+lw:gj
2q+lj:41f
2q+lg:ar aq sx
2q+mt:ao wd wc v7 v6
2q+53:41r
2q+lj+53:41t
2q+13:420
2q+30:tn
ih:tu 3y4
2r:1ef7 6m5 2kgs 2ki8 2kjo 2kl4 2kmk 2ko0 2kpg 2kqw 2ksc 2kts 2kv8 2kwo 2ky4 5qc s2 8th u9 xwv 1fel
o8:92l
1v:2rf0 1jhu 1jhl 1eeb 6lp 6iq 6jx 2kg2 2khi 2kiy 2kke 2klu 2kq6 2krm 2kt2 2kui 2kvy 2kxe s9 8tg td 3xb wka 1f36 1f5u 1fdh 1fks
2r+mw:4i fw
1v+6i3:6g1
1v+6hs:2q9a
2r+me:6f x7
1v+me:5j x6
1v+13:av
2r+1b+33:6it
2r+1b+39:6iu
a84+9+6hp:2q99
x3n:6wk gr qd s5 2kzq 2l0c 2l1c 2l1y 2l2y 2l3k 2l4k 2l56 2l66 2l6s 8sp us 101 xwb 1jgu 1fe1
x3m:6gc 8so sk
x3n+mq:707
x1b:ot
x1a:sf
2s:6m6 6km 2kgt 2ki9 2kjp 2kl5 2kml 2ko1 2kph 2kqx 2ksd 2ktt 2kv9 2kwp 2ky5 zl 3xj 41b wk2
1w:6lq 6kl 2kg3 2khj 2kiz 2kkf 2klv 2knb 2kor 2kq7 2krn 2kt3 2kuj 2kvz 2kxf 3vk 4bi 4bu wk3
2s+lw:gn
2s+mg:gm
2s+lg:b0
2s+mt:7l
1w+mt:7k 5s ax
2s+mt+mp:6gb
x2x:x2y
2s+53:41n
2s+13:41z
2s+f1:is
2s+3e:dv ir
1w+3e:du
1w+2i:dt
2s+am:cm
1w+am:cl
1w+al:ck
2s+i9:it
5qd:xv4
61r:94p qc 2kzp 2l1b 2l2x 2l4j 2l65 12m 48n
2t:6jy 1ef9 6jz 6kn 2kgu 2kia 2kjq 2kmm 2ko2 2kpi 2kqy 2kse 2ktu 2kva 2kwq 2ky6 xte tx xp
o4:92v
1x:6wv 1eed 6k0 2kg4 2khk 2kj0 2klw 2knc 2kos 2kq8 2kro 2kt4 2kuk 2kw0 2kxg ph 2kz0 2l0m 2l28 2l3u 2l5g t1 8xl 3vw wkw 1jfq 1jfy 1f2e
7p:7v
7o:7u
2t+mw:g7
1x+mw:g6
2t+mg:xr
5qf:xvg
d9:gp yh
b2:6pv 8xm wkx
d9+ke:gq
d9+33:5qs
d9+33+mw:xtt
d9+33+mt:xtu
b3:yg
b4:2k2p 6iv 100 3wr 20j1 1fcx
5sb:5un
gs:5qg tz
gs+me:wp
gu:1feq
ii:x3x 1fe2
2u:2kgv 2kib 2kjr 2kl7 2kmn 2ko3 2kpj 2kqz 2ksf 2ktv 2kvb 2kwr 2ky7 xth x3t an 61p 138
1y:2k2b 6k1 2kg5 2khl 2kj1 2klx 2knd 2kot 2kq9 2krp 2kt5 2kul 2kw1 2kxh x3s rg 2l6y 4ac wkd 1jgi 1jfm 1f2f 1f39 1fl1
2u+me:b6
1y+me:b5
2u+ms:5ta
1y+1t+2g:6kb
2u+2u:1dkw
2u+2u+2x:1dkz
2u+2u+30:1dl0
2u+2x:1dkx
2u+30:1dky
2u+97:ix
6k2:4ad wke
x6j:2k34 4af
2v:1efb 6iy 2kgw 2kic 2kjs 2kmo 2ko4 2kpk 2kr0 2ksg 2ktw 2kvc 2kws 2ky8 gx 5tv b1 135
1z:2kg6 2khm 2kj2 2kki 2kly 2kne 2kou 2kqa 2krq 2kt6 2kum 2kw2 2kxi zw 3wg 3xv wk6
5sd:5uq
2v+lw:gw
7z:dj
7y:di
83:dx
2v+mt:dh
1z+mt:dg
1z+13:b7
gy:zx xw0 3y3
2w:1efc 6j2 2kgx 2kjt 2kl9 2kmp 2ko5 2kpl 2kr1 2ksh 2ktx 2kvd 2kwt 2ky9 xn 12o 3wi
20:1eeg 6iz 6j0 6j1 2kg7 2khn 2kj3 2klz 2kqb 2krr 2kt7 2kun 2kw3 2kxj pj 2kz2 2l0o 2l2a 2l3w 2l5i 8su t9 3wb 48s wkn 1f4f
5ro:5tk
2w+lw:h2 wwl 3xu
20+mh:8rr wy
2w+mt:87 6j3 uz
20+mt:86
20+me:y1 xz
ik:u5 xvv
ik+mh:wz
ik+me:y2 y0
dy:zu
8s6:xvk
8s5:og 3vs 3w0 wxd
x0n:x3p
2x:kb 703 1efd 6ls 6k9 6ko 2kgy 2kie 2kju 2kla 2kmq 2ko6 2kpm 2kr2 2ksi 2kty 2kve 2kwu 2kya 8h 2kys h6 h5 qh 69q oq 2kzu 2l1g 2l32 2l4o 2l6a uu wuf y7 xv9 3vp 1jgj
79a:7a3
2x+mq:708
8d:cw
8c:cv
2x+mt:h4 5tn 5to
2x+2x:6lt
2x+2x+2x:6lu
2x+2y:8j
2x+3a:6lv
2x+3c:6m0
2y:1efe 6kp 2kgz 2kif 2kjv 2klb 2kmr 2ko7 2kpn 2kr3 2ksj 2ktz 2kvf 2kwv 2kyb s3 uw
22:1eei 2kg9 2khp 2kj5 2kkl 2km1 2knh 2kox 2kqd 2krt 2kt9 2kup 2kw5 2kxl x4i ov so 3vv 425 wk9
2y+mt:g9
22+mt:g8
22+53:42h
fr:2kyt 12t
5qi:xvf
2z:2kh0 2kig 2kjw 2klc 2kms 2ko8 2kpo 2kr4 2ksk 2ku0 2kvg 2kww 2kyc
23:6ju 1eej 2kga 2khq 2kj6 2kkm 2km2 2kni 2koy 2kqe 2kru 2kta 2kuq 2kw6 2kxm pm 2kz5 2l0r 2l2d 2l3z 2l5l 8t0 t6 3xi 4id wk7 1fko
2z+lw:bd
23+mh:8rt wq
23+mt:6gd x1c wu
23+13:bc
30:14w 3g 6qr 73x 1ejs 1d 19d 1dd 1f6o 2ojr 2l73 2l7d 2l7n 2l7x 2l87 2sc1 21 1eeh 6lc 6j4 6j5 2kg8 2kho 2kj4 2km0 2kow 2kqc 2krs 2kt8 2kuo 2kw4 2kxk ba 1efg 6m4 6j7 2kh1 2kih 2kjx 2kld 2kmt 2ko9 2kpp 2kr5 2ksl 2ku1 2kvh 2kwx 2kyd cg pl 2kz4 2l0q 2l2c 2l3y 2l5k 8sy sm xs 15h 15r 17r 2pkw 2pog 1ea6 1ea5 1je 8y7 4ht wky 20iw 1f2i 1f61
24:2k2y 6lo 6j6 2kgb 2khr 2kj7 2km3 2knj 2koz 2kqf 2krv 2ktb 2kur 2kw7 2kxn 8uo 3xa 42y wkh 20ie 1jfn 1jg2 1fdn 1fl2
30+ln:1e0s 1e0t
30+mw:8y
24+mw:8x
30+mg:h9
30+mt:bb be
30+ms:h7
30+191:17p 1ea0 1e9z 19v
30+53:8w 8v 43b
30+18:2q6a
30+1a:77s
30+13:169
30+1e+1a:783
30+1e+k4l:a97
30+1e+kco:a17
30+1e+m9l:a5g
30+1f+1a:784
30+1f+k4l:a98
30+1f+m9l:a5h
30+1g+1a:785
30+1g+k4l:a99
30+1g+m9l:a5i
30+1h+1a:786
30+1h+k4l:a9a
30+1h+m9l:a5j
30+1i+1a:787
30+1i+k4l:a9b
30+1i+m9l:a5k
30+1j+1a:788
30+1j+k4l:a9c
30+1j+m9l:a5l
30+1k+1a:789
30+1k+k4l:a9d
30+1k+m9l:a5m
30+1l+1a:78a
30+1l+k4l:a9e
30+1l+m9l:a5n
30+2y:cp
30+22:8i
24+2y:co
24+22:cn
30+30:6c6 6qt 6ld ch 168
30+mt+30+mt:1evt
30+30+1a:782
30+30+30:6le
30+mt+30+mt+2b+mt:1evs
30+30+k4l:a96
30+30+kco:a16
30+30+m9l:a5f
30+27:tq
30+27+1a:781
30+27+k4l:a95
30+27+kco:a15
30+27+m9l:a5e
30+37:iy
30+38:6gm
30+2e:6lf
30+2g:6lk
30+f1:ha
30+3e:iz
30+19w:17n 1e9w 1e9v 19u 19x
30+18j+17s+181:1e5v
30+18k+18k+18x+19s+33:1e5u
30+k4l:a8w
30+kco:a0w
30+m9l:a55
in:8up xwu 1fer
25:1eel 6lr 6k3 2kgc 2khs 2kj8 2km4 2knk 2kp0 2kqg 2krw 2ktc 2kus 2kw8 2kxo po 2kz7 2l0t 2l2f 2l41 2l5n sa 8t4 t8 3w7 4c0 4ie wkf 1f3k 1f69
25+me:y5
25+1u:2rfv
5wf:92g
32:2kh3 2kij 2kjz 2klf 2kmv 2kob 2kpr 2kr7 2ksn 2ku3 2kvj 2kwz 2kyf 12w 130
26:1eem 6j9 2kgd 2kht 2kj9 2kkp 2km5 2knl 2kqh 2krx 2ktd 2kut 2kw9 2kxp pp 2kz8 2l0u 2l2g 2l42 2l5o 8t6 wkg 1fkj
26+lm:1evi
32+mg:hf
32+mh:bi qf 2kzs 2l1e 2l30 2l4m 2l68
26+me:bh
32+ms:5tc
32+2y:cs
26+2y:cr
26+22:cq
26+33:6ja
5qm:on u0 1ff1
he:92
33:2de 2gy 2ki 2o2 1uu 21y 25i 2cm 2g6 2jq 2na 2ts 2xc 37k 19h 1dh 1efj 6k4 2kh4 2kik 2kk0 2kmw 2koc 2kps 2kr8 2kso 2ku4 2kvk 2kx0 2kyg 5qn 5qp xtp qn 2l00 2l1m 2l38 2l4u 2l6g qr 2l04 2l1q 2l3c 2l4y 2l6k 8tb u6 3cv 139 15t 18n 2plw 2pno 2pok 1ecr 1ecs 1ecq 1ecp 1by 1dpo 1dpp 1dpn 1dpm 1c1 1dpk 1dpl 1dpj 1dpi 1cl 2lc 36l 1fje 1jgo 1jh3 1fe4
27:1c 1j4 1ye 292 9hj 1iog 1jhc 2l72 2l7c 2l7m 2l7w 2l86 2sc0 1een 2kge 2khu 2kja 2kkq 2km6 2knm 2kp2 2kqi 2kry 2kte 2kuu 2kwa 2kxq pr 2kza 2l0w 2l2i 2l44 2l5q 8ta ta 11x 8yc 3ps 274 1fia wkz 1jg5 1f2q 1f3f 1fd0 1fkm
56:6eo 5si
9b:cy
9a:cx
33+le:1dr
5y:9c
33+mw:6w xtq
27+mw:60 8xt
27+mw+ld:e6
33+mt:hh x1n yx vn xvy xx7
27+mt:6ty 6u5 6zw 2k2i 2rdg bj x1m qg r5 2kzt 2l0d 2l1f 2l1z 2l31 2l3l 2l4n 2l57 2l69 2l6t pk s4 2kz3 2kzd 2l0p 2l0z 2l2b 2l2l 2l3x 2l47 2l5j 2l5t yw vm 8xd 3we 3xn
33+m3:xv8
33+19s:1dy1
27+18:2q69
27+1a:2q68
33+13:bl
27+13:bk 3vo
56+1b+6f4:11 19m 6du
56+1b+6f4+6f4:6cw 16x
56+1b+6f4+6f4+6f4:6cx 16y
33+2t:9f
27+1x:9e
33+5qf:hi
33+33:6qm x1r wwp
27+27:x1q wwo
33+17w:1dxz 1du9
33+18l:1dy0 1dua
33+18l+17w:1e37
33+18l+18l:1e38
33+18p:1dub 1duc
33+2ls+33:2n3
33+370:368
27+m9l:a54
gk:6mc 5qo or 1fez
au:6mb sd wkb 1fdv
gk+mw:xtr
gk+2t:xuq
hj:1fen
34:704 1efk 2kh5 2kil 2kk1 2klh 2kmx 2kod 2kpt 2kr9 2ksp 2ku5 2kvl 2kx1 2kyh qp s1 2l02 2l0g 2l1o 2l22 2l3a 2l3o 2l4w 2l5a 2l6i 2l6w 8tf u8
28:1eeo 6jd 2kgf 2khv 2kjb 2kkr 2km7 2knn 2kqj 2krz 2ktf 2kuv 2kwb 2kxr pt 2kzc 2l0y 2l2k 2l46 2l5s 8te tc 3xe 419 wk1 1f2t
34+lw:bp
34+mt:5tp
34+53:41j
28+13:41y
5qw:5rd xwy
hk:qu r9 2l07 2l0f 2l1t 2l21 2l3f 2l3n 2l51 2l59 2l6n 2l6v 8tn uc
35:2kh6 2kim 2kk2 2kli 2kmy 2koe 2kpu 2kra 2ksq 2ku6 2kvm 2kx2 2kyi 10b 12b 12e
29:6je 2kgg 2khw 2kjc 2kks 2km8 2kno 2kqk 2ks0 2ktg 2kuw 2kwc 2kxs 8yd
35+lw:io
29+1x:2rcw
gb:5u8
8o:5qj qi s0 2kzv 2l0e 2l1h 2l20 2l33 2l3m 2l4p 2l58 2l6b 2l6u 8t1 u2 xx2
8o+mh:wr
8o+mt:wv
36:2kh7 2kin 2kk3 2klj 2kmz 2kof 2kpv 2krb 2ksr 2ku7 2kvn 2kx3 2kyj xtz xu0 5ra 8sl tv xvl
2a:2k2e 6jf 6jg 6jh 2kgh 2khx 2kjd 2km9 2kql 2ks1 2kth 2kux 2kwd 2kxt bq 3vl 3wy 1fhw 493 wkj 20j9
36+mg:hp
36+mh:ho
36+mt:gd wj
36+ms:5te
36+13:wh
36+32:1jhf 31 6m7 2kh2 2kii 2kjy 2kle 2kmu 2koa 2kpq 2kr6 2ksm 2ku2 2kvi 2kwy 2kye 1j40
36+32+mw:6g5
36+32+me:hd
36+32+ms:5tb
2a+37:6g8
hs:xv5 xwi
5qx:un
hq+ms:5tf
hr:6jt
37:1efn 2kh8 2kio 2kk4 2klk 2kn0 2kog 2kpw 2krc 2kss 2ku8 2kvo 2kx4 2kyk x0x cd ut xwq 1jgh 1few
2b:1eer 2kgi 2khy 2kje 2kku 2kma 2knq 2kp6 2kqm 2ks2 2kti 2kuy 2kwe 2kxu sl 11r 3x1 3x6 wki 20je 1f2u 1fds
37+mg:hu
37+ms:5tg
67:x4l qa r4 2kzn 2l19 2l2v 2l4h 2l63 3xs
37+37+37:2rfg
37+38:1dl2
hv:6qz xu5
bt:6q9 6kg pv 2kze 2l10 2l2m 2l48 2l5u 8y1
hv+hv:6r0
hv+hv+hv:6r1
hv+hv+hv+hv:8b0
38:2kh9 2kip 2kk5 2kll 2kn1 2koh 2kpx 2krd 2kst 2ku9 2kvp 2kx5 2kyl
2c:6uc 7vd 2rfs 1ees 2kgj 2khz 2kjf 2kkv 2kmb 2knr 2kp7 2kqn 2ks3 2ktj 2kuz 2kwf 2kxv pw 2kzf 2l11 2l2n 2l49 2l5v 8ti te 3vm wk4 20i2 1jgc 1f2v 1f3l 1f6d
38+lw:bx
2c+lk:6zl
2c+mw:fy
9u:ey
2c+mg:by
2c+mh:x8
2c+6i3:6ge
38+mt:9z
2c+mt:9y
38+ms:5th
x3a:3a8
2c+1f:x0o
38+gl:iw
2c+1x+24:6jl
38+2u:x2v
38+37:iu
38+hv:iv
38+f1:x0p
5qz:qs 2l05 2l1r 2l3d 2l4z 2l6l ua xv6
5qz+mh:x9
bv:9v ez 3wf
39:2kha 2kiq 2kk6 2klm 2kn2 2koi 2kpy 2kre 2ksu 2kua 2kvq 2kx6 2kym x3z 5r0 xu6 xua i3 qt 2l06 2l1s 2l3e 2l50 2l6m 131 1fjq 1jh4
2d:6qy 6v7 2kgk 2ki0 2kjg 2kkw 2kmc 2kns 2kp8 2kqo 2ks4 2ktk 2kv0 2kwg 2kxw 11p 3k0 1fim 40c wl0 20jm 1jg8
a5:d0
a4:cz
39+mt:5tq xwc
2d+mt:g4 3ws
2d+53:40o
2d+13:413
39+2t:5t7
39+33:xur
xu9:5z7
hc:12y 3kz
c1:6jr 4dq 4dw
i2+mt:5tr
3a:6qw 6v5 1efq 6lw 2khb 2kir 2kk7 2kln 2kn3 2koj 2kpz 2krf 2ksv 2kub 2kvr 2kx7 2kyn 5r4 ql 2kzy 2l1k 2l36 2l4s 2l6e vp 15k 1j46 xwp 1jgg
2e:2k25 19j 1dj 6lg 2kgl 2ki1 2kjh 2kkx 2kmd 2knt 2kp9 2kqp 2ks5 2ktl 2kv1 2kwh 2kxx vo 8xk 3x5 3zj wyn wkm 20i0 1jfk 1fkt
2e+mt:1evr
2e+53:3zv
2e+1u:2rfw
3a+2x:6lx
3a+2x+2x:6ly
3a+2x+2x+2x:6lz
2e+30:6lh
2e+30+30:6li
2e+30+30+30:6lj
2e+5wk:2rd4
i4:5rb 1fiw
g5:19k 1dk pn 2kz6 2l0s 2l2e 2l40 2l5m t7 8xj 1fhs 3zl wy6 wkl 20jh 1f2l
g5+me:xx
g5+53:3zx
3b:hb 2khc 2kis 2kk8 2klo 2kn4 2kok 2kq0 2krg 2ksw 2kuc 2kvs 2kx8 2kyo 5r5 v5 10d 129 1j4a 1j4e 1j4f xvn
2f:1jhr 1jhi 2kgm 2ki2 2kji 2kky 2kme 2knu 2kpa 2kqq 2ks6 2ktm 2kv2 2kwi 2kxy 10c 3w3 3x0 wkq
3b+w6+w7:vx
3b+lj:1io5
2f+mt:6g9
3b+me:x29
i5:5ql u4 xvr
i5+me:y6
3c:4fi 5z 84r 84s 8bz 1efs 6m1 2khd 2kit 2kk9 2klp 2kn5 2kol 2kq1 2krh 2ksx 2kud 2kvt 2kx9 2kyp ud 475 48t
of:92n
2g:4fh 7eb 1f6q 1jho 1eew 6ll 2kgn 2ki3 2kjj 2kkz 2kmf 2knv 2kpb 2kqr 2ks7 2ktn 2kv3 2kwj 2kxz x4j pz 2kzi 2l14 2l2q 2l4c 2l5y 8to th 8yl 4hj wkr 1f2o 1f3o 1f6f 1fl3
3c+lj:8c0
2g+mh:xe
2g+mt:1evq
3c+2x:6m2
3c+2x+2x:6m3
2g+30:6lm
2g+30+30:6ln
3d:gz 5u4 1eft 2khe 2kiu 2kka 2klq 2kn6 2kom 2kq2 2kri 2ksy 2kue 2kvu 2kxa 2kyq i7 64f xui qb 6kd 2kzo 2l1a 2l2w 2l4i 2l64 ub xb 3c7 1jh8
2h:1eex 2kgo 2ki4 2kjk 2kl0 2kmg 2knw 2kpc 2kqs 2ks8 2kto 2kv4 2kwk 2ky0 px r6 2kzg 2l12 2l2o 2l4a 2l5w 8tk tf xa 3vt 3wd wks 20jn 1jfo 1f3m
3d+lw:c4
3d+mt:gf xd
2h+mt:4l ge xc
f1:ia x2j 8ul yp 3cj
3e:2khf 2kiv 2kkb 2klr 2kn7 2kon 2kq3 2krj 2ksz 2kuf 2kvv 2kxb 2kyr 5r6 xw3 1jgk
2i:1f5h 1jhh 1eey 6jo 6js 2kgp 2ki5 2kjl 2kl1 2kmh 2kqt 2ks9 2ktp 2kv5 2kwl 2ky1 pi 2kz1 2l0n 2l29 2l3v 2l5h 3wj wkc 1jft
3e+mg:i8
3e+mt:c6
2i+mt:c5
3e+me:f9
2i+me:f8
3e+ms:5ti
72:cf s8
66:s7 1fic
x2o:6ex
bs:5r8 rt wud
at:uk xwf
at+2x:uj
g2:xvi
jl:kk
ip:wy5
ig:6u1 7ih 8ao wvc 8yh 1fib
pf:6ke 2kyy 2l0k 2l26 2l3s 2l5e 8sk sz 3w1 42t 20hz
pf+mt:wi
pf+53:433
pf+13:wg
pg:6py 7g3 2rcy 2kyz 2l0l 2l27 2l3t 2l5f 8sm 8yo 3yb 20ii 1f2d 1f37
pg+mq:6zd
pg+53:3yn
pg+3z4:3zg
rh:2l6z
qe:2kzr 2l1d 2l2z 2l4l 2l67
rb:8v8
qj:2kzw 2l1i 2l34 2l4q 2l6c 8t2 1fiz
qk:51 2kzx 2l1j 2l35 2l4r 2l6d
qm:2kzz 2l1l 2l37 2l4t 2l6f
pq:2kz9 2l0v 2l2h 2l43 2l5p
qo:ra 6kc 2l01 2l0h 2l1n 2l23 2l39 2l3p 2l4v 2l5b 2l6h 2l6x 5rc u7
ps:6q7 6kf 2kzb 2l0x 2l2j 2l45 2l5r 8tc tb wyj
rc:1f3h 1f6a
qq:rf 2l03 2l1p 2l3b 2l4x 2l6j
py:2kzh 2l13 2l2p 2l4b 2l5x 8tm tg 11v 3ls 4j4 1f3n
qv:xub xud 2l08 2l1u 2l3g 2l52 2l6o 8tp
qw:2l09 2l1v 2l3h 2l53 2l6p vl 1fjt
q0:2kzj 2l15 2l2r 2l4d 2l5z 8tq vk 1fip 4ig 1f3p
qx:705 x4n 2l0a 2l1w 2l3i 2l54 2l6q 8tt wul
q1:6jq 2kzk 2l16 2l2s 2l4e 2l60 4dr 4dx 1f3q
qx+mq:709
6b8:67x
8ty:7jk
rw:8v0
ty+mh:wn
t2+mh:wm
t4:2k23 om wwx 1fdx
st:t5
st+me:wa
u1:v1
u1+me:wb
xv:1fi4
u3:5rf
u3+me:xy
ux:xuo
wvd:1fjf
92k:5wu
sr:1fil
zi:2k1u
v4:2k2q 3wn 4bz
v4+w6+w7:vw
v4+53:4x9
wuk:x4m
xj:y4
xi:y3
xo+mg:xq
ug:8u5
tk:8u4
tm+30:wuo
tp:6iw
wuw:2rcx 20ik
8qn:xhu
12d+136:13b
12p:3o4
12s+12d:1dlg
12s+12j:1dlh
12s+12l:1dlj
12s+12u:1dlf
11k:6qx 6v6 2k3p 3mo 40e wl1
11k+53:40q
11k+13:414
132+12u:1dli
11w:6gt
121:k3 jj
15c:6k5 1dlt
1dm6:1dm7 1dm8
15c+15o:1dn3
15d:6k6
15e:6k7
15f:6k8 1dlu
15g:1dlv
1dlp:1dmh
15n:1dlw
15o:1dlx
15p:1dly
15u:1dls
160:1dlz
1dm2:1dm3 1dmx
1dm4:1dm5
162:1dm0
17l:1e9s
17l+nc:1dp
17m:1e9u 1e9t
19t:1dn5 1dn4
17s:2pkx 2plt 2pnl 2poh 2ppd 1ea9 1eaa 1ea8 1ea7
17s+1cr:1g1
17s+1cy:1py
17s+190:1pd
17s+33:1dwg 1dya
17s+17w:1dwc 1ds5
17s+17x:1dwd 1ds6
17s+17x+18p:1e4i
17s+17y:1dwe 1ds7 1dxu 1du3
17s+17y+18p:1e3i
17s+181:1duy
17s+182:1duz
17s+18l:1dwf 1dy9 1dv0 1ds8
17s+18m:1dv1
17s+18p:1dv2 1ds9 1dv3 1dsa
1a3:1dn8 1dn9 1dn7 1dn6 1cg 1dra 1drb 1dr9 1dr8
1a8:1dng 1dnh 1dnf 1dne
1g4:1pl 1gn
17t:6zp 6u 1eac 1eab 1c3
17u:2plh 2pmd 2po5 2pp1 2ppx 1eaf 1eag 1eae 1ead
17u+33:1dwl 1dyc
17u+17w:1dwh 1dsb
17u+17w+18l:1e1c
17u+17w+18p:1e3k 1e3j
17u+17x:1dwi 1dsc
17u+17x+17w:1e1e 1e1d
17u+17x+18l:1e1f
17u+17y:1dwj 1dsd
17u+17y+18l:1e1g
17u+17y+18p:1e3m 1e3l
17u+181:1dv4
17u+182:1dv5
17u+18l:1dwk 1dyb 1dv6 1dse
17u+18l+17w:1e1h
17u+18l+17x:1e1i
17u+18l+17y:1e1j
17u+18l+18p:1e3o 1e3n
17u+18m:1dv7
17u+18p:1dv8 1dsf 1dv9 1dsg
1a2:1dnk 1dnl 1dnj 1dni
1a7:1dno 1dnp 1dnn 1dnm
17w:2pky 2plu 2pmq 2pnm 2poi 2ppe 1ean 1eao 1eam 1eal
17w+17x:1dwn 1dsl
17w+17x+18p:1e3q 1e4e
17w+18k+w+17w+18k+30+18k+33:1e63
17w+18l:1dwo 1dsm
17w+18l+17x:1e1l 1e1k
17w+18l+18p:1e3r 1e3p
17w+18p:1dzx 1dz5 1dzy 1dz6
1ab:1do8 1do9 1do7 1do6
1ac:1do4 1do5 1do3 1do2
1ae:1doc 1dod 1dob 1doa
1af:1dog 1doh 1dof 1doe
17x:2pl3 2plz 2pmv 2pnr 2pon 2ppj 1ear 1eas 1eaq 1eap
17x+1cr:1ad
17x+190:1a9 1gy
17x+17w:1dwp 1dsn
17x+17w+18p:1e4f
17x+18l:1dwq 1dso
17x+18l+18p:1e1n 1e1m
17x+18p:1dzv 1dz3 1dzw 1dz4
17y:2plj 2pmf 2pnb 2po7 2pp3 2ppz 1eav 1eaw 1eau 1eat
17y+17w:1dwr 1dsp
17y+17x:1dsq
17y+18l:1dws 1dsr
17y+18p:1dzz 1dz7 1e00 1dz8
17z:1f4x 2pkz 2poj 2ppf 1eay 1eax
17z+179:1ag 1dop 1doo
17z+1cr:1am 1don 1dom
17z+le:1da
17z+mc+mb:1pq
180:2plk 2pp4 2pq0 1eb0 1eaz
180+19s:1duj
1ai+179:1aj
1ak:1dol 1dok
1al:1doj 1doi
181:2plf 2poz 2ppv 1eb2 1eb1
181+179:1ap 1dot 1dos
181+1cr:1aw 1dor 1doq
181+li:1aq
181+li+lj:1q1
181+le:1db
181+190:1gs
181+19s:1duk
181+183+18o+18k:1e5y
181+18p+30+18k:1e64
182:2pl2 2pom 2ppi 1eb4 1eb3
182+le:1pu
1av+179:1gx
183:2pla 2pm6 2pn2 2pny 2pou 2ppq 1eb7 1eb8 1eb6 1eb5
183+1cr:184 2plg 2pmc 2pn8 2po4 2pp0 2ppw 1ebb 1ebc 1eba 1eb9
183+le:1ha
183+33:1e0h 1dyg
183+1cr+33:1e0i 1dyi
183+17w:1dwt 1e0k 1dss
183+1cr+17w:1e0d 1e0n 1e05 1dzd
183+17w+17x:1e1p
183+17w+18p:1e1q
183+1cr+17w+18p:1e21
183+17x:1dwu 1e0l 1dst
183+1cr+17x:1e0e 1e0o 1e06 1dze
183+17x+17w:1e1o
183+1cr+17x+18l:1e20 1e1z
183+1cr+17x+18p:1e3u
183+17y:1dwv 1e0m 1dsu
183+1cr+17y:1e0f 1e0p 1e07 1dzf
183+17y+18p:1e3s 1e4m
183+181:1e0a 1dzi
183+1cr+181:1e09 1dzh
183+18l:1dww 1dyf 1dsv
183+1cr+18l:1e0g 1dyh 1e08 1dzg
183+18l+17w:1e1t
183+18l+17x:1e1s 1e1r
183+1cr+18l+17y:1e23 1e22
183+18l+18l:1e1v 1e1u
183+1cr+18l+18l:1e25 1e24
183+18p:1dzr 1dyz 1dzs 1dz0
183+1cr+18p:1dzt 1dz1 1dzu 1dz2
185:1f5e 2pld 2pm9 2pn5 2po1 2pox 2ppt 1ebf 1ebg 1ebe 1ebd
185+1cr:1b2
185+mc+mb:1pr
185+17x:1dwx 1dsw
185+17x+17x:1e1x 1e1w
185+17x+18p:1e3t
185+17y:1dwy
185+181:1e0b 1dzj
185+18k+189+18l:1e5x
185+18k+18p:1e61 1e5s
185+18k+18p+w+30+18k+18k+33+w+189+18k+18p+33+w+18o+183+18k+18l:1e62
185+18l:1dwz 1dsx
185+18l+18l:1e4l 1e1y
185+18p:1e01 1dz9 1e02 1dza
186:2pll 2pmh 2pnd 2po9 2pp5 2pq1 1ebj 1ebk 1ebi 1ebh
186+17w:1dx0 1dsy
186+17x:1dx1 1dsz
186+17x+18p:1e26 1e3v
186+17y:1dx2 1dt0
186+17y+18l:1e28 1e27
186+181:1e0c 1dzk
186+18l:1dx3 1dt1
186+18p:1e03 1dzb 1e04 1dzc
187:1f54 2pl4 2pns 2poo 2ppk 1ebn 1ebo 1ebm 1ebl
187+1cr:1b3
187+17x:1dx4 1dt2
187+18l:1e0j 1e0q 1dt3
187+18l+17x:1e2a 1e29
187+18l+18l:1e2b
187+18l+18p:1e2c
187+18p:1dzl 1dyt 1dzm 1dyu
188:2plm 2poa 2pp6 2pq2 1ebr 1ebs 1ebq 1ebp
188+18l:1dx5 1e0r 1dt4
189:173 2plb 2pm7 2pn3 2pnz 2pov 2ppr 1ebv 1ebw 1ebu 1ebt
189+17w:1dx6 1dt5
189+17w+18l:1e4k 1e2d
189+18k+18p+33:1e5z
189+18l:1dx7 1dt6
189+18l+18l:1e2f 1e2e
189+18l+18p:1e2g 1e46
189+18p:1dzn 1dyv 1dzo 1dyw
18a:2pln 2pmj 2pnf 2pob 2pp7 2pq3 1ebz 1ec0 1eby 1ebx
18a+17w:1dx8 1dt7
18a+18l:1dx9 1dt8
18a+18l+18l:1e2h
18a+18l+18p:1e2j 1e2i
18a+18p:1dzp 1dyx 1dzq 1dyy
18h:2plc 2pm8 2po0 2pow 2pps 1ec3 1ec4 1ec2 1ec1 1bb
18h+17w:1dxa 1dt9
18h+17x:1dxb 1dta
18h+17y:1dxc 1dtb
18h+17y+18l:1e2l 1e2k
18h+18l:1dxd 1dtc
18h+18l+18p:1e4h
18h+18p:1dvg 1dtd 1dvh 1dte
1b5:2plq 2poe 1q3 19r 2plr 2pnj 1q4
1b5+1cr:1b8 1dnw 1dnx 1dnv 1dnu 1bc
1b6+1cr:1pg
1ba:1do0 1do1 1dnz 1dny
18i:2ple 2pma 2pn6 2po2 2poy 2ppu 1ec7 1ec8 1ec6 1ec5
18i+17x:1dxe 1dtf
18i+18k+18p:1e5t
18i+18l:1dxf 1dtg
18i+18l+17x:1e44 1e2m
18i+18l+18l:1e2n
18i+18l+18p:1e42
18i+18p:1dvi 1dth 1dvj 1dti
18j:2pl6 2pm2 2pnu 1ecb 1ecc 1eca 1ec9 1bd 1dow 1dox 1dov 1dou 1be
18j+1cr:1bh 1dqt 1dqu 1dqs 1dqr 1gj
18j+30:1dvk 1dtj
18j+17w:1dxg 1dtk
18j+17x:1dxh 1dtl
18j+17y:1dxi 1dtm
18j+18k:1dxj 1dyj 1dvl 1dtn
18j+18l:1dxk 1dyk 1dvm 1dto
18j+18l+18l:1e4j 1e4b
18j+18l+18p:1e47
18j+18p:1dvn 1dtp 1dvo 1dtq
1bg:1gi
1bj:1dp0 1dp1 1doz 1doy 1ps
1bj+1cr:1bo
1bl:1dp8 1dp9 1dp7 1dp6
1bn:1dp4 1dp5 1dp3 1dp2
18k:2pl7 2pm3 2pmz 2por 2ppn 1ecf 1ecg 1ece 1ecd
18k+1cr:1br
18k+li:1bp
18k+30:1ed8 1ed7
18k+30+191:1ed6 1ed5
18k+30+19w:1ed4 1ed3
18k+33:1dxp
18k+17m:1ed2 1ed1
18k+17w:1dxl 1dtr
18k+17w+17w:1e2r 1e2s
18k+17w+18l:1e4a 1e4c
18k+17w+18p:1e3w
18k+17x:1dxm 1dts
18k+17x+18l:1e45 1e2o
18k+17x+18p:1e2q 1e2p
18k+17y:1dxn 1dtt
18k+17y+18l:1e2u 1e2t
18k+18l:1dxo 1dyl 1dvp 1dtu
18k+18l+17x:1e2w 1e2v
18k+18l+18p:1e3x
18k+18p:1dvq 1dtv 1dvr 1dtw
18l:2pl8 2pm4 2pnw 2pos 2ppo 1ecj 1eck 1eci 1ech
18l+1cr:1pj
18l+nc:1dq
18l+30:1dvs
18l+17w:1dxq 1dtx
18l+17w+17x:1e30
18l+17w+17y:1e36
18l+17w+18l:1e31
18l+17w+18p:1e4g
18l+17x:1dxr 1dty
18l+17x+17w:1e2x
18l+17x+18l:1e2y
18l+17x+18l+17z:1e5w
18l+17x+18p:1e2z
18l+17y:1dxs 1dtz
18l+17y+17w:1e32
18l+17y+18l:1e33
18l+17y+18p:1e49
18l+18l:1dxt 1dvt 1du0
18l+18l+18p:1e41
18l+18p:1du1 1du2
18m:2pl9 2pm5 2pn1 2pnx 2pot 2ppp 1ecn 1eco 1ecm 1ecl
18m+179:1go
18m+li:1gp
18m+33:1dxy 1dyn
18m+17w+17x:1e48 1e4d
18m+17w+18l:1e3c 1e3b
18m+17w+18p:1e3d 1e4n
18m+17x:1dxv 1du4
18m+17x+18l:1e39
18m+17x+18p:1e3a 1e43
18m+17y:1dxw 1du5
18m+181:1dvu
18m+182:1dvv
18m+18l:1dxx 1dym 1dvw 1du6
18m+18l+18p:1e3f 1e3e
18m+18m:1dvx
18m+18p:1dvy 1du7 1dvz 1du8
1c0:1c2 1dph 1dpg
18o:1f50 2pl1 2pol 2pph 1ecu 1ect 1pt
18o+1cr:1cb 1dr3 1dr2
18o+lv:1c7 1dqw 1dqv
18o+li:1c6 1dqy 1dqx
18o+le:1c9 1dr7 1dr6
18o+19s:1c8 1dr0 1dqz
18o+19w:17o 1e9y 1e9x 19y
18o+lv+19w:19z 1dr1
18o+183+18k+18l:1e60
1c5:1dr5 1dr4
18p:19q 2plo 2poc 1bu 2plp 2pnh 1dpb 1dpa 1q5 1drc 1drd 1ecw 1ecv 18q 2pl5 2pm1 2pmx 2pnt 2pop 2ppl 1ecz 1ed0 1ecy 1ecx 1cc 1dry 1drz 1drx 1drw 1ci 1dpr 1dpq
18p+179:1a1 1dns 1dnt 1dnr 1dnq 1bv 1dpe 1dpf 1dpd 1dpc
18p+1cr:1a6 1dnc 1dnd 1dnb 1dna 17v 2pli 2pme 2po6 2pp2 2ppy 1eaj 1eak 1eai 1eah 1bx 1ch 18f
18p+1cr+1cy:1pz
18p+li:1g6 1ce
18p+li+lj:1q2
18p+le:18d
18p+190:1pk
18p+19s:1dw0 1dul
18p+33:1dy6 1dyp
18p+1cr+33:1dye
18p+19w:17q 1ea3 1ea4 1ea2 1ea1 1a0
18p+19w+30:1drf 1dre
18p+19w+33:1dwb 1dy8 1drh 1drg
18p+19w+1a3:1drs 1drr 1drq
18p+19w+17w:1dw7 1ds0
18p+19w+17x:1dw8 1ds1
18p+19w+17y:1dw9
18p+19w+181:1dus
18p+19w+182:1dut
18p+19w+18l:1dwa 1dy7 1duu 1ds2
18p+19w+18m:1duv
18p+19w+18o:1drj 1dri
18p+19w+18o+lv:1drl 1drk
18p+19w+18o+li:1drn 1drm
18p+19w+18o+19s:1drp 1dro
18p+19w+18p:1drv 1dru 1duw 1drt 1ds3 1dux 1ds4
18p+17w:1dy2 1dud
18p+1cr+17w:1dsh
18p+17w+18p:1e3z
18p+17x:1dy3 1due
18p+17x+18p:1e3y
18p+17y:1dy4 1duf
18p+181:1dw1
18p+1cr+181:1dva
18p+182:1dw2
18p+1cr+182:1dvb
18p+18l:1dy5 1dyo 1dw3 1dug
18p+1cr+18l:1dwm 1dyd 1dvc 1dsi
18p+18l+18l:1e3h 1e3g
18p+18l+18p:1e40
18p+18m:1dw4
18p+1cr+18m:1dvd
18p+18p:1dw5 1duh 1dw6 1dui
18p+1cr+18p:1dve 1dsj 1dvf 1dsk
1cj:1dpt 1dps
8xs:1f3s
8xu:6e6 94t 87t
8yf:1e6x 6e5 6we
3k6:11g
3mp:11o
3ou:117
3s3:11m
1s5+1tq:1s6
1s5+1tq+1ty:1si
1s5+1tq+1tz:1sj
1s5+1tq+1u0:1sk
1s5+1ty:1s4
1s5+1u1:1sh
1sf+1tx:1sd
1sf+1ty:1se
1sf+1tz:1sg
1tc+1u5+1s7:1s8
1tp:24d
xdn:1i3g
1tm:1i2z
1tt:24h
1tu:24i
1ty:217
1u5:219 24t
1vp+1xa:1vq
1vv+1xf:1y8 1y9
1w8:1imq
1wa:1ims
1wc:1imu
1we:1imw
1wf:1imx
1wh:1imz
1wj:1ine
1wk:1in2
1wl:1in3
1wm:1in4
1wn:1in5
1wo:1in6
1wq:1in7
1ws:1ind
1wu:1inb
1wv:1inc
1ww:1inf
1wy:1in1
1x3:1inh
1x4:1ini
1x9:1io4
1xa:1ink
1xb:1inl
1xj:1int
1xn:1inw
1xo:1iny
1xp:1io2
1xz:1inx
22b+20x:1zd
22b+20y:1ze
1z9+20u:1za
1z9+214:1zk
1z9+218:1zo
22a+20v:1zb
22a+20w:1zc
22a+213:1zj
22t+24e:22u
22t+24e+24l:235
22t+24e+24n:237
22t+24e+24o:238
22t+24l:231
22t+24n:233
22t+24o:234
26d+27y:26e
29x:2cu
2a0:2b4 2bi
2a0+2bl:2cr
2a1:2co 2kp
2a1+2b7:2a2
2a1+2mv:2kq
2a6:2ct
2a6+2b9:2d3
2a8:2ak 2l8
2ad:2cn
2ai:2cq
2ai+2bl:2cs
2ai+2bm:2cy
2an+2bj:2m2
2ar:2lf
2aw+2bk:2d6
2b2+2bk:2d0
2b3:2cw
2b8:2lw
2b7:2c7
2ax:2bs
2ba:2ly
2bb:2d4
2bj:2m7 2m8
2bq+2a0:2bu
2bq+2b7:2bw
2br+2a0:2bv
2dh:2h1
2di:2h2
2dj:2h3
2dn+2f2:2g0
2do+2f2:2g1
2du:2he
2du+2fg:2dw 2hg
2du+2fp:2dv 2hf
2e4:2ho
2e6:2hq
2e9+mb:2ea
2eb:2hv
2ef+14s:2ed
2ek+mb:2el
2en:2i7
2eo+14s:2e8
2ep:2i9
2eq:2ia
2et+mb:2ev
2et+2f2:2ex
2et+2f5:2em
2f5+2f2:2f6
2f7+2f2:2f8
2h8+2im:2jl
2kn+2mv:2ko
2ku+2me:2kw
2ky+2m6:2kz
2ky+2mv:2l0
2la:2n5
2li+2ml+2ls:2nf
2lk+2m9:2nt 2ks 2l5
2lk+2ml:2nj 2nv
2lk+2ml+2lk:2ng
2lk+2ml+2lq:2my
2ls:2lt
2ls+2ml:2ne 2nw
2lx+2ml+2ls:2ni
2m1+2ml+2lq:2nq
2m9:2ma 2mb
2me+2me:2mg
2oy:2qy
2pb:2qz
1ik4+1iki+1ij6:1ij7
1ik4+1iki+1ijc:1ijd
1ik4+1iki+1ijn:1ijo
1ik4+1iki+1ijt:1iju
1ik4+1iki+1ijw:1ijx
1ik4+1iki+1ijy:1ijz
1ite:1ivs 1ivt
1itf:1ivu
1itg:1ivv
1iuq:1ivw
1iur:1ivx
2rm:2rn
2ro:2s4 2s5
2rq:2sh
2rs:2vc
2ru:2rv
2ry:2rz
2s1:2s7
2sa:2vu
2sb:2vv
2sd:2vx
2se:2vy
2sf:2vz
2sg:2sm
2si:2vh
2sv:4pg
2sy:2th
lm+2sy:2sz
2t0:4on
2t1:4oo
2t2:4op
2t3:4oq
2t4:2wo
2t5:2wp
2tc+2tc:2td
2wb+2vt:2xo
2wb+2w1:2xp
lm+2wi:2wj
31c+31w+32a+327:2yq
31c+31w+32a+2z8:2yr
31e:31m
31k+324+326:2yo
33m+31t+328:31z
33n+31t+328:321
1k8a:1k8i
35u+37i:39d
35u+370:35s
35v+37i:38w
36d+37i:38m
36d+370:36n
36d+370+37i:38v
399+37i:39a
36m+37g:36x
36m+37g+375+370+37e:36y
39f+lm:3a6
4o2:4o3
526:53k
52p:53l
56t:58g 58w
xkx:xn7
xlv:xna
5cd:5ea
5ch:5eb
5d4:5eg
xi5:xib
4t8:4uu
4s5:4t1
3xr:6ba
3y9+53:3yl
3y9+3z4:3zf
3yc+53:3yp
3yd+53:3yr
3yd+3z4:3zh
3ye+53:3yt
3yi+53:3yw
3yi+3z4:3zi
3yj+53:3yy
3z2+4wv:4wt
3z5:441
3zd:474
3zm+53:3zz
3zo+53:403
3zp:6zt
3zt+53:407
40f+53:40s
40g:947 6tf
40g+53:40u
40g+13:415
40g+1b:7ux
40g+40l:8gn
40h+53:40w
40l:946 6te
40l+53:40y
40l+13:416
40m+53:410
417+53:41h
417+13:41x
41a+53:41l
41c+53:41p
421:4cj
421+53:42b
423+53:42d
424+53:42f
426+53:42j
428:4ci
428+53:42l
429+53:42n
42r+53:431
42u+53:435
42v+53:437
42w+53:439
42z+53:43d
43k+53:43u
43m+53:4w7
43n+53:4w9
43o+53:4wb
43p+53:4wd
43r+53:43w
43s+53:43y
443:4ck
443+53:44d
445+53:44f
446+53:44h
447+53:44j
448+53:44l
44a:4cn
44a+53:44n
44b+53:44p
44t+53:453
44v+53:455
44w+53:457
44x+53:459
44y+53:45b
450+53:45d
451+53:45f
45n+1o:45o
45n+2q:45q
45n+40l:45p
45n+428:45r
45s+53:460
45t+53:462
45u+53:464
45v+53:466
45w+53:468
45x+53:46a
45y+53:46c
46g+53:46q
46h+53:46s
46i+53:46u
46j+53:46w
46l+53:46y
46m+53:470
477:4de
477+53:4ww
47a:4df
47e:4dg
47g+53:47j
47k+2q:48z
47k+2q+lj:490
47k+2s:48x
47k+28:48v
47k+417:4fj
47k+418:48u
47k+41a:48w
47k+41c:48y
47k+41v:491
47u+53:47w
47y+53:4wz
486+53:4x0
487+53:489
48b+53:4x1
492+53:4x4
49h+22:49d
49h+421:4fk
49h+422:49a
49h+423:49b
49h+424:49c
49h+426:49e
49h+428:49f
49h+429:49g
49i+22:4fn
49i+423:4fl
49i+424:4fm
49i+426:4fo
49i+428:4fp
49i+429:4fq
49j+53:4x6
49z+53:4fr
4a0+53:4fs
4a1+53:4ft
4a2+53:4fu
4a3+53:4fv
4a4+53:4fw
4a5+53:4fx
4b6:8ff
4b9:8fe
4bl:wl3
4c4+53:4xc
4d7+53:4xe
4ee:5vf
4f4:wkt
4wk:5ve
4wm:5ry
4wv+3z2:4ws
4xf:kh
4xg:j7
4xh:ki 4wr
4hl:wxc
4ho:4ip
4hp:70f 4hu
4i3:2k3j
4i7:6mp
4i8:6nz
4i8+6o2:86m
4i8+4ii:86b
4j3:8yr
4ii:6ny 8bl
4ik:6v8 7gn 7gq 7ky 2rf8 1jg7 1f2s
4ik+mq:6ze
4im:6vc 8bh
4iu:1fio
4iw:6mt
1h1e:1h4s
1h2d:1h4q
3cw:9pt 3hk
3cw+3cw:3cx 9pu 3hl
3cw+3cy:3ju
3cw+3cz:3fe
3cw+3d1:3ib
3cw+3d3:3jv
3cw+3d5:3hm 9pv
3cw+3d5+3cw:3ic
3cw+3da:3jw
3cw+3db:3jx
3cw+3de:3jy
3cy:9pw 3hn
3cy+3cw:3df 3id
3cy+3cy:3dg 9r9 3jz
3cy+3cz:3dh 9ra 3ie
3cy+3d1:16mj
3cy+3d3:3di
3cy+3d5:3ff 3if 9rb
3cy+3d8:3fg 3ho 9px
3cy+3da:16mk
3cy+3dc:3ih
3cy+3de:3fh 3hp 9py
3cy+3eo:3ig 9rc
3cz:9pz 3hq
3cz+3cw:3dj 3ii
3cz+3cz:3d0 9q0 16ml
3cz+3cz+3d3:16mm
3cz+3d1:3fi 3ij
3cz+3d2:xgg
3cz+3d3:xgh 16mn
3cz+3d5:xgi 16mo
3cz+3d5+3cw:16mp
3cz+3d8:xgj 16mq
3cz+3da:16mr
3cz+3dc:16ms
3d1:9q1 3hr
3d1+3cw:xgk 3hs 9q2
3d1+3cw+3cw:xgl 16mt
3d1+3cw+3d5:3ik 9rd
3d1+3cw+3de:16mu
3d1+3cy:3dk 3il
3d1+3cz:xgm 3im 9re
3d1+3cz+3cz:xgn
3d1+3cz+3de:3in
3d1+3d1:3dl 3io
3d1+3d1+3db:16mv
3d1+3d2:xgo 3ht 9q3
3d1+3d2+3cw:3ip
3d1+3d2+3d5:3iq
3d1+3d2+3de:16mw
3d1+3d3:xgp 3hu 9q4
3d1+3d3+3cz:16mx
3d1+3d3+3d3:xgq
3d1+3d3+3d5:3ir 9rf
3d1+3d3+3d7:xgr 3it
3d1+3d3+3dd:16my
3d1+3d3+3de:3is
3d1+3d5:xgs 3hv 9q5
3d1+3d5+3d5:3iu
3d1+3d7:3dn 16n1
3d1+3d8:xgt
3d1+3db:xgu 3iw
3d1+3dc:3hw 9q6
3d1+3dd:3hx 9q7
3d1+3de:3dm 9q8 3ej 3hy 16nm
3d1+3eo:3iv 9rg
3d1+3f0:16mz
3d1+3fd:3ix 9rh
3d1+3fd+3de:16n0
3d2:9q9 3hz
3d2+3cw:xgv 3iy
3d2+3cy:16n2
3d2+3cy+3cy:16n3
3d2+3cz:xgw
3d2+3d1:3iz
3d2+3d2:16n4
3d2+3d3:3do 9ri 3j0
3d2+3d3+3d5:16n5
3d2+3d5:xgx 3j1 9rj
3d2+3d5+3d5:3j2
3d2+3d7:3dp 9rl 3j6
3d2+3d8:16n6
3d2+3da:3j4
3d2+3de:3j5
3d2+3eo:3j3 9rk
3d3:9qa 3i0
3d3+3cw:3dq 9rm
3d3+3cy:3dr
3d3+3cz:3ds 9rn 16n7
3d3+3d1:3j7
3d3+3d1+3dd:16n8
3d3+3d2:16n9
3d3+3d3:3d4 9qb 16na
3d3+3d3+3d7:3e4 9rt
3d3+3d5:3dt 9qc 3i1
3d3+3d5+3cw:3du 9ro
3d3+3d5+3cz:3dv 9rp 16nb
3d3+3d5+3d3:3dw
3d3+3d5+3d5:3dx
3d3+3d5+3d8:3dy
3d3+3d5+3dc:xgy
3d3+3d7:3e3 9rs 3ja
3d3+3d8:3dz 9rq 16nc
3d3+3da:3e0 16nd
3d3+3db:xgz
3d3+3dc:3e1 9rr
3d3+3dd:3e2 3j8
3d3+3de:xh0 3j9
3d5:9qd 3i2
3d5+3cw:3e5 9ru 3jb
3d5+3cy:3e6 9rv
3d5+3cz:3e7 9rw 3jc
3d5+3d1:3e8 3jd
3d5+3d2:3e9 16ne
3d5+3d3:3ea 9rx 3je
3d5+3d3+3cw:3eb
3d5+3d3+3d7:16nf
3d5+3d5:3d6 9qe 3i3
3d5+3d5+3cw:16ng
3d5+3d5+3cz:16nh
3d5+3d5+3d3:xh1
3d5+3d5+3d5:3ec
3d5+3d7:3ed
3d5+3d8:3ee 9ry 16nj
3d5+3da:3ef 16nk
3d5+3db:3eg
3d5+3dc:3eh 16nl
3d5+3dd:3ei
3d5+3eo:16ni
3d7:9qf 3i4
3d7+3cw:3ep 3jg
3d7+3cw+3cw:3jh
3d7+3cz:3eq
3d7+3d1:xh2
3d7+3d2:3er
3d7+3d3:3es
3d7+3d5:3et 3jl 9s2
3d7+3d7:3ev 9s0 3ji
3d7+3d8:3ew
3d7+3da:3ex
3d7+3db:3jj
3d7+3dc:3ey
3d7+3dd:3ez
3d7+3de:xh3
3d7+3eo:3eu 3jm 9s3
3d8:9qg 3i5
3d8+3d3:16nr
3d8+3d3+3d3:16ns
3d8+3d7:3f1
3d8+3d8:3d9 9qh 16nt
3d8+3d8+3de:xh4
3da:9qi 3i6
3da+3db:3f6
3da+3de:3f7
3db:9qj 3i7
3dc:9qk 3i8
3dc+3dc:xh5
3dd:9ql 3i9
3dd+3d3:3fa 3jn
3dd+3d5:16nu
3dd+3d7:3fb 9s4 3jo
3dd+3dc:16nv
3dd+3de:xh6
3de:9qm 3ia
3de+3cy:3jp
3de+3d1:3jq
3de+3d2:3jr
3de+3d3:3js
3de+3d5:xh7
3de+3de:3fc 9s5
3ek+3ek:3el
3em+3em:3en
3eo:9rz 3jf
3eo+3d3:16nn
3eo+3d3+3d7:16no
3f0:9s1 3jk
3f0+3d2:16np
3f0+3de:16nq
3f2+3f2:3f3
3f4+3f4:3f5
3fd:9s6 3jt
3fd+3fd:xh8
3fk:9r8
3fl:9qn
3fl+9oc:3hf
3fl+3ft:3g6
3fl+3fy:3g7
3fl+ffs:3fm 9qo
3fn:9qp
3fn+3ft:3g8
3fn+3fx:3g9
3fn+3fy:3hg
3fn+ffs:3fo 9qq
3fp:9qr
3fp+9oc:3gc
3fp+3ft:3ga
3fp+3fy:3gb
3fp+ffs:3fq 9qs
3fr:9qt
3fr+3fn:3hh
3fr+3ft:3gd
3fr+3fy:3ge
3fr+ffs:3fs 9qu
3ft:9qv
3ft+3fl:3fu 9qw
3ft+3fl+ffs:3fv 9qx
3ft+3fn:3hi
3ft+3fn+ffs:3hj
3ft+3fp:3gf
3ft+3fp+ffs:3gg
3ft+3fr:16ls
3ft+3fr+ffs:3gh
3ft+3ft:3gi
3ft+3ft+ffs:16lt
3ft+3fy:3gj
3ft+ffs:3fw 9qy
3fx:9qz
3fx+3fl:16lu
3fx+3fl+ffs:16lv
3fx+3fn:3gk 9s7 3gm
3fx+3fn+ffs:3gl 9s8
3fx+3fp:16lw
3fx+3ft:3gn
3fx+ffs:3go 9s9
3fy:9r0
3fy+3fl:3gp
3fy+3fl+ffs:3gq
3fy+3fp:3fz 9r1
3fy+3fp+9oc:3gr
3fy+3fp+ffs:3g0 9r2
3fy+3fr:16lx
3fy+3fr+ffs:3gs
3fy+3fy:3gt
3fy+ffs:3g1 9r3
3fy+ffs+ffs:16ly
3g2:9r4
3g2+3fl:3gu
3g2+3fl+ffs:16lz
3g2+3fp:3gv
3g2+3fp+ffs:3gw
3g2+3fr:3gx 9sa
3g2+3fr+ffs:3gy 9sb
3g2+3ft:16m0
3g2+3fy:3gz
3g2+ffs:3h0 9sc
3ha:9sd
3ha+3fl:16md
3ha+3fp:3hb
3ha+3fp+ffs:16me
3ha+3fy:3hc
3ha+3ha:3he
3ha+ffs:3hd 9se
9ko:9nc
9j0:6yp 890
vnu:wim
vo0:wj0
vr4:wik
vua:wiw
w2h:wjj
w4x:wji
w5p:wic
wbv:wjk
wc5:wjm
wcf:wje
wci:wj4
wgo:wiv
wk5:6ud 7uq 2k2k x4h
wkk:x3y
wko:6kh
wl2:6ki 2k2d 2k2z 20iu 1fdd
20hs:6kj
1jvp+1jvz:1jvq
1jvp+1jvp:1jvs
1jvp+1jvp+1jvz:1jvt
1jvp+1jvp+1jw0:1jvu
1jvp+1jw0:1jvr
1jw3+1jvz:1jw4
1jw3+1jw3:1jw6
1jw3+1jw3+1jvz:1jw7
1jw3+1jw3+1jw0:1jw8
1jw3+1jw0:1jw5
1jvv+1jvz:1jvw
1jvv+1jvv:1jvx
1jvv+1jvv+1jvz:1jvy
1f3c:6tx 8ap 2re0 wwq
1f3w:7gd 2k2c 2rd0
1f40:89i
1fei:x3v
1fde:x3u
1fgm:1fhc
1f9e:1fbl
1f9v:1fbn
1fa2:1kxk
1ggu:7j9 1omx
gg4:9ix
ff1:1d9j
fgd:464g
ffq:1dgw
ffs:718 71b 71e 71h 71m 71q 9u9 3g5 9r7 9a9
ffs+9oc:3h8
ffs+3fl:3h4
ffs+3fn:3h5
ffs+3fn+3ft:16m5
ffs+3fn+ffs:16m6
ffs+3fr:16m7
ffs+3fr+ffs:16m8
ffs+3ft:3h6
ffs+3ft+ffs:16m9
ffs+3fx:16ma
ffs+3fy:3h7
ffs+3g2:16mb
ffs+3ha:3h9
ffs+ffs:16mc
fg2:1d6t
fg8:464h
fg9:1d9a
fgh:464i
fh5:9uo 9ac
fh6:9un 96r
fh7:9ue 96q
fi8:99u
fia:1d7f
fid:9ui 9ad
fie:1dbu
fik:9mz 9ae
2tcy:464j
fj4:9af
fji:1d9z
fju:9ag
fjv:9lw 96t
fk0:1ddp
fkc:4655
fl0:1dbc
fog:464k
fp1:fsy 464n
fpc:1dgz
fpi:1d7x
fpn:1dbp
fqm:1df4 464l
fqz:464m
fr3:1d9h
ftw:fuk
fu3:1dck
fwa:464o
fx5:464p
fyn:464r
fyy:1dbv
fzb:1df5 464q
ae6:464s
g1r:9ah
g1s:1de4 972
g1x:1dh0
g25:1df6 464u
g2c:464v
g2s:464w
g2t:9ai
g2v:4650
g2w:1dgy
g2x:1da0
g2z:9n3 9aj
g31:1dch
g3b:464x
2u58:464y
2u5h:46cb
g3k:1dh1
aex:464z
g3m:9ak
g3x:4651
2u6j:4652
g42:46aa
g45:46ab
aez:46h6
kcg:46ac
g46:9al
g47:4653
g4k:4654
g4r:9am
g4s:4656
g51:1dgx 4657
g53:1d7y
g5l:1da1
g5o:1d91
g64:1d90
g66:1ded
g68:9an
2ud6:464t
g6t:4659 9ao
g74:9ap
g76:96x
g77:465a
g7b:1dds 466o
g7r:1db0
g89:1dct
afz:465b
g8q:1ddr
g8r:465c
g92:465d
gaa:465e
gaf:465f
gax:1dc7
2upw:46hl
gbf:9m3 1dai 9aq
gbn:1db1
ahh:465g
gc3:46fm
gcn:1dh2 465h
gcp:1df7 465i
gcy:1d8y
gda:1d7z
gdg:1df8 465j
gdx:1da7
ge1:9ar
ge2:1dh3 465k
ged:465l
gee:465m
2uvy:46hp
get:9as
gev:1d9f 465n
gey:9at
gfs:9au
gfz:1dd7
gg1:9av 9iw
gg5:9iy
gg9:465o
ggd:34m
ggg:34l
ggh:1df9 465p
ggq:465q
ggs:9mw 9aw
gh5:9ax
aim:96z
ghf:465r
ghh:1d7g
ghp:465s
ghr:465t 465u 465v
ghu:9ay
2v58:465w
gja:9az
gjn:1d9n
gjs:9b0
gju:465y
gkf:465z
2vdv:4660
gkj:9nx 9b1 h5j 9b2
gkl:1d6u
gkr:4661
gkx:4662
gli:4663
glr:1dcu
gm5:1dd9
gmw:4665
gn6:1da8
gnc:4666
go8:4667
gpq:4664
gpu:4668
gql:1db2
ako:dcr
gs6:4669
gsw:466a
gur:466b gv3
gut:1dh5
gv7:466c
gw4:466d 466e
gw7:1d6z
gwp:1dh6 466f
gwt:1dfa 1dh4
gx7:466g
gxf:466h
gxs:1de5
gxu:466i
gyq:1dh7
gzq:1dfb 466k
h1t:466m
h2s:466n
h2g:1dfc
h6h:1dbd
h7a:466j
h7b:466l
h7j:9b3 hkb 9b4
haj:466t
hce:466q
app:beb
hdg:466r
he5:466s
hf5:466v
hf6:466u
hfk:1dfd
hga:1de8 1dh8
hge:1d9o
hgh:hgr
hij:hkv
hik:466w
hir:1dh9
hjs:1d8q
hjz:1d8i
2x9g:466x
hke:466p
hki:466y
hkn:466z
hky:9b5
hl2:4670
hl6:9b6
hlh:9mn 9b7
hlm:4671
hlu:4672
hlz:9b8
hms:1dha
hmw:1d70
hn5:1d6x
hn8:1dhb
hnm:4673
ho3:1da9 9b9
2xm0:4674
2xnu:4675
hqw:4679
hrg:4676
hsr:4677
ht3:4678
huq:1dhc
huu:467a
hwv:hz4
aum:467b
av0:467c
hx1:46fa
hzc:467d
i08:1dhd
i0u:467e 467f
i1c:9ba
i2o:9bb
i2t:1ddw
2y88:467g
i4j:467h
i54:467i
i5j:1d9b 1dbe 467j
i5q:1dbw
i5v:467k
2yhk:467l
i60:9bc
i67:467m
i6e:467n
i6n:9bd
i76:467p 974 9be
i77:973
ayp:467q
i7s:9bf
i7z:1dbx
i8w:467r
i8y:1d8r
i90:1dff
i91:1dcv
i9a:1dfg 467s 9bg
2yvf:46bc
i9d:9bh
ibk:467t
ia5:467u
2z1g:467v
2z1i:467x
ie1:1dcl
if7:467w
ifk:1d7l
igb:467z
ige:467y
igs:4680
iia:46ic
iii:1dbf
ijf:9bi
ijm:4682
ijp:9m0 9bj
ik1:9bk
ik3:976
b3j:4683
ikd:4684
ike:9bl
ild:ilu
ilk:4685
im5:4686
ind:4687
b4y:4688
2zr7:4689
inm:9bm
ino:1dam
2zrz:46d5
inu:977 9bn
inz:9bo
ip2:1ddt
b5o:468a
ipc:468b
ipf:468c
ipi:468d
iq2:1d7s 468e
iq1:1db6
iqa:1dhe
iqb:1de3
iqh:1dhf
ir0:1daa
ir8:9bp
iri:468g 9bq
3035:468h 468i
iro:1d8j
irv:9br
is3:9bs
isi:468k 468l
its:9bt
itt:978
itv:467o
b7r:468m
iu9:9bu
iua:468p
iuh:1dhg
iuj:468q
iur:9bv
ivf:1dco
b8j:468r
ivu:468s
iw9:1d9i
iwd:1dhh
iwz:9bw
ix0:97a
b96:97b
ix9:468t
ixj:468u
iyd:1db7
iyh:468v
iz6:1d9c
izg:1dbg
j1x:1dgr
ba4:468y
bay:468x
j29:468w
j2s:1dfh 468z
j47:4691
j4o:1dhi
j4x:1dbt
30t0:4690
j60:1dhk
j8o:1dfi
j7o:1dcp
j7s:4692
j7w:4693 4695
j7y:1dhj 4694
j8g:1dhm
j96:4696
j9q:1dfj 1dhl 4697
j9s:1dan
jac:4699
jan:469a
jaq:4698
3138:1djk
313e:1djj
jby:469b
jci:1dfk 1dhn 469c
jcm:1d71 469d
jcw:1dao
jd4:9bx
jdc:469e
jdn:469f
je6:1dci
jec:1dho
jee:9by jeg
jez:9bz
jf0:97c
jfh:469g
jht:469h
jih:1d7p
jin:1d97
jir:1ddu
jis:469i
jjw:469m
jjy:1d9v
31n0:469k
jlp:469l
jm8:469j
jmw:469n
jnf:1db8
jnn:469o
jog:1d9x
jop:469t
jpg:1dhp
jqc:469p
jte:1dhr
31td:469q
jrw:1dhq
js2:469r
jph:469s
ju1:469v
juf:469y
jum:469w
bhq:469u
bi9:jrd
jve:1dap
jvh:469x
jwk:1d80
bjg:469z
jzj:9c0
jzo:9c1
jzp:97d
k0f:1dfl 46a0
k0m:1dhs
k18:46a1
k1k:1d9l
32mi:46a2
k1z:9c2
k21:99n
k2f:9c3
k2h:1dby
k2s:9c4
k3d:9c5
k3p:1dab
k4g:9c6
k4h:97f
k4i:1dfm
k4j:46a3
k4l:9c7
k5v:1dcw
bmi:kc6
bms:46a9
k7d:46a5
k7u:k89
k8k:1dea 1dht
k9d:1dfn 46a7
k94:1dc5
bns:46a8
k9o:46ad
kac:1ddy
kau:1daj
bo9:46a6
335k:468n
kc0:9c8
kc4:1d6p
kc8:46a4
kco:9c9
33a7:46f4
kcs:peu
kcv:pg0
kcw:pfu
kcz:phd
bp1:ph2
kd3:1d7t 1dhu 46ag
kd4:pif
kd7:1dhv 46ah
bp6:imo
bp7:dgg
33bn:46fd
kdf:plz
33bw:46fe
kdk:9ca
kem:1dcx
ker:46ak
keu:1dhw
kf2:46aj
33cz:46al
kfi:kjj
kfv:1dc8
kg5:46ao
kgn:1ddg
bpl:46am
33dh:1djl
kj7:1dc9
kje:46an
kk7:1dcq
kkf:46at
klu:46ap
33hp:46ar
kn5:1da2
kn9:1dfo 46aq
kni:46as
ko8:1dcy
kr8:46au
ksi:46aw
brx:1djm 46av
bs3:kx5
kv1:kyv
kv7:46ax
kx6:46ay
kxu:1d78 1d98 1dbz
kyb:1d8s
33xf:46b0
l2g:46az
l3n:1d81
l3v:46b1
l50:1d7h
bvc:46b2
l5s:9cb
l5t:46b3
34br:46b4
l78:46b5
bwu:46b6
l7m:9cc
l7z:99p
l82:46b7
l87:1dak
l89:1dhx 9cd
l8a:97i
l9b:46b8
l9q:1db9
l9v:9ce
la2:1d9s 1dhy 46b9
la3:46ba
34p9:46bb
laj:9cf
lal:97j
34sa:46bd
las:9cg
laz:9ch
lcf:9ci
lch:97k
lck:9cj
ldg:9ck
ldh:97l
ldm:97m
le6:46be
lev:46bi
lfs:1d9u
lhb:46bg
lho:1d9k
lhp:46bh
lid:1dcz
354s:46bf
ljv:1d79
ljy:1ddx
lkk:46br
lku:46bk
lkx:1dca 1dhz 46bm
ljq:46bj
lm1:46bn
lm2:1d7u
lmf:1dfp 46bl
lmg:46bo
lmt:46bp
357i:46bq
lor:1ddh
lp6:1d8t
lpm:1dcm
lq1:46by
lqy:1dfq
lrj:46bs
lta:46bt
lu0:lzt
lvv:1di1 46bv
luk:1dcb
lve:1dd8
lvr:46bw
lw1:1d6s
lwb:1di0
c37:46bu
lxr:1d8u
lya:1dfr 1di2
lyb:1daq
35jl:46bx
m0e:46bz
35ni:46c0
35ou:46c1
m2u:46c2
m3v:1d7m
m4e:1dac
m57:46c5
m5a:1di3 46c4
m61:46c3
m6i:46c7
c5y:46c6
m7f:9cl
m7g:97n
m7k:465x
m7r:46c9
m7x:46c8
m8p:1ddn
m99:46ca
ma0:1db3
mah:1d7a
mem:1dfs 1di4
368z:46cd
mdh:46cc
mdl:1dar
36cu:1dgs
mfw:46ce
mha:1dc0
mhc:1dda
36i3:46cf
mj4:1d82
mjf:1d7i
mjs:46cg
mju:9cm
mjv:1dft 97o
mk5:1di6 46ch
mk6:9cn
mkb:9co
ffw:97q
mkf:9cp
mkn:9cq
mkw:46ci
ml5:9cr
36yw:46cj
ml7:9cs
mle:1d8m
mm8:46ck
mmt:46cl
mng:9ct
mnh:97s
mnj:1di7
mo0:1ddm
3779:46cm
mpo:1d7v
mqy:1dee 1di8
37dg:46cn
mt1:1dbb
mt6:46co
mtg:9cu
mtj:1d9d 1dcr
mtl:9cv
mtn:46cp
cdo:46cq
mud:46cr
muq:1dbh
ce0:46cs 46ct
mvy:1d7b
mx5:1dcc
mx2:1dd0
mxu:1dfu
myv:46cu
mzg:46cv
mzt:1dbi
n01:1di9 46cw
n0l:46cx
n0p:1das
n14:1ddb
n2i:46cy
n30:9cw
n3a:9cx
cgr:46cz
n46:1dia
n4o:9cy
n4v:9cz
n50:46d0
n54:9d0
n5c:9d1
n5n:1dib
n5q:46d2
386u:46d1
n6h:1dcd
n6t:1d9y
n74:1d9e 46d4
389e:46d3
n7v:9d2
n82:9d3
naa:1dd1
nbk:46d6
nbz:1did
nbx:1dic
ncy:1dc1
ne1:1d72
nee:9d4
nel:9d5
38v5:46d7
38vs:46d8
nfy:9d6
ngf:9d7
38zo:46d9
cn0:46da
ngq:1def 1die
nh7:1dif
nhj:1d83
cnc:46db
nhq:9d8
nhw:1dig 46dc
394i:46de
394j:46dd
ni9:1d9p
cns:1djn
395l:46df
nj2:46dh
nj3:46di 46dj
396b:46dg
nk0:1dii
nka:1dih 46dk
cop:vk3 1djo 46dl
cov:k83
cp2:46dn
nm3:46dm
39e1:1djp
nmv:1di5
nob:9d9
noi:9da
noz:9db
cra:46do
39r1:46dp
npw:nrj
nri:46dq
nsb:1dce
nt8:1d8b 46dr
ntd:1dfv
nuy:1d8n
nv0:1dij 46ds
nwb:1d9g
ctf:46dt
nxm:1dad
ny2:9dc
ny3:97x
ny4:1deg
ny6:1dfw
nyg:1dfy
nyh:1dfx
3a5i:46du
nyo:1dfz
nyu:1dg0 46dv
nz1:1dg1
nz2:1deh
nz9:1dei
r6e:1dgh 1diw
nzz:1d8c
3a8q:46dw
o0d:1dg2
o0e:1dg3
o0f:1dej 46dy
3a9x:46dx
o1a:1dbq
o1k:9dd
o1q:9de
o22:1dat
cvj:46e0
o2z:46dz
o4c:1d92
o5m:46e2
o5c:1dg4 46e1
o5r:46e3
o6s:9df
o75:1dg5
3at8:46e4
o8h:1dik
o97:1ddj 9dg
o9o:99r
3b1j:46e5 46e6
oa6:46e7
oah:9dh
obk:1ddk
og0:1dg6 1dil
d1e:46e8
3b8r:46e9
og6:46ea
d2f:46ec
og9:46eb
3beo:46ed
3bgw:1djq
oji:1dba
okg:1d8k
okz:9di
ol7:1dim
olu:1ddl
on2:1del
onm:46ee
onq:1ddv
oo8:46eg
d5s:46ef
oo3:46eh
oo7:1da3
ooo:9dj
oop:97z
3c06:46ej
oow:46ei
opc:1dcf
opu:1d9m
oq7:1d8v
or9:os6
orn:46ek
orf:1din
otc:1d8d
ou6:1d93
ouf:46em
ovo:1dau 1dg7 1dio
ow2:46en
d8h:46el
ow9:1dg8
oxj:1d8w
oxt:1dg9
oxx:46eo
3cgq:468o
d9w:46ep
p4m:9dk
3ciw:46eq
p4u:1dip
3cjr:46er
p5d:9dl
p5e:97v 982
p5f:981
dax:46es
p6a:1dga
3cnt:46et
p6h:1dd2
p6i:46eu
p6t:1d73
3cqm:46ev
p6y:9dm
p79:46ew
p7e:1dbj
p8d:1dem 9dn
pa2:46ex
pa9:1d84 9do
paa:989
pad:1dgb 1diq 46ey
pak:9dp
3d22:46ez
paq:9dq
3d43:46f0
pbn:9dr
pc6:1dbk
pcw:46f1
3d7s:46f2
pdb:1dav
pdc:46f3
pdq:1d8l
pdr:9ds
pds:98a
pe1:9dt
pe3:1d8z
pf1:46ae
pf6:46f6
ded:46f5
deh:46af
ph8:pj5
phf:46f7
pj2:46f9
dfv:46f8
kdd:46ai
3dlz:46fb
3dmd:46fc
dhf:kdi
pnc:1d7q
pnn:9du
pns:1ddi
pnu:9dv
pnx:1dgc
po3:9dw
poc:9dx
poh:468j 46ff
pok:46fg
pos:9dy
pp4:1dgt
pp7:9dz
ppb:9e0
dij:46fi
pri:9e1
prj:1da4
prm:9e2
prs:9e3
prt:1dgd 1dge 98e 98f 98g
psb:46fk
psh:46fj
pst:46fl
ptd:46fn
ptf:46fo
ptp:46fp
put:1d9w 46fs
puu:46fq
3ebg:46fr
px2:1ddq
pxu:1dir
pyb:46fu
pwd:46ft
pwj:46fw
q0t:46fx
pxv:46g0
q15:1d8e
q16:46g1
q18:46g2
q1o:46g3
q1z:46fy
q27:1dis
q29:1d94
q53:1dgf 46fz
3eie:46g4
q0d:46fv
q4d:1d7c
q4p:1d9q
q6l:qbj
3emt:46g6
3eqz:46g5
q9a:1dax
q9d:46g8
q9f:46g9
q9o:1dc2
qae:46ga
dnv:46g7
qck:46gc
3f3g:46gd
qfh:1d7n
dp9:46ge
3f75:46gg
dpd:46gf
qgq:1ddc
qh2:1d85
dpn:46gi
qhe:1deo
qi5:1d7j
3ff6:46gh
qif:qip
qin:1d74
qj1:9e4
qj2:98h
qj4:46gj
qjg:1d86 46gk
qjr:46gl
qjt:46gm
qjv:9e5
qll:46gn
qko:46go
qn6:46gq
qoe:46gp
qp4:46gs
qqz:46gt
qu9:46gw
qrd:1dit 46gr
qrq:46gu
dsn:46gv
3g0a:46gb
qt6:1d75
qv5:46gx
dtl:46gy
qvz:1d7r
qww:9e6
qx8:1de0 9e7
qxs:46gz
qxv:46h0 9e8
qxw:98i
r0i:1db4
3giv:46h1
r0v:1dd3
r13:46h2
r1a:46h3
r1d:1dd4
r20:1d76
r22:46h5
dv9:46h4
r2o:1dgg
r41:1diu
r50:1d7o
r5q:9e9
r5r:98k
r5s:98j
r5y:1div
r63:1de2 9ea
3gz2:46h7
r7l:98l
r82:9eb
r9c:9ec
3h46:46h8
ram:rct
dyu:ra6
dz2:46h9
dzb:46ha
rds:46hb
re2:1d9r 1db5
ren:1dix
rez:1diz
rf6:1da5
rfa:1d8h
rfx:1dj2 46hc
rg8:1deq 1diy
rge:1d99 1dj1
rgh:1dgi 1dj0
ri1:1dgj 1dj3
riw:1ddo
rk0:1d96
rk6:rkf
rka:1dj4 46hd
rkw:98o
rp3:9ed
rpi:9ee
rpk:1d6o
rpx:46he 9ef
rq4:rqb
rqw:9eg
3hrc:46hf
rrx:9eh
rsb:46hg
rsx:46hh
rsy:1d8o
rt4:1d6r
rtf:1dgk
ruw:1dgl 1dj5
rvf:46hi
rvh:98p
rxg:9ei
rxs:9ej
rxz:46hj
ry7:rye
3i6r:1djr
3i9b:46hk
rzn:9ek
s0b:46hm
rzw:46hn
s11:s1m
s1b:1d87
s1c:46ho
s5z:s63
s6j:9el
s7e:1d6q 9em
s7o:46hq
s8v:s9z
s9y:1daw
sa2:1dcn
sag:1dj6 46hr
saj:1ddz
sbm:1dal
sbq:98r
sd7:9en
sda:46fh
sds:1d9t 9eo
sdx:9ep
sdy:1dgm 98s 98t
ijl:4681
sgz:1day
shk:1det 1dgn
sj6:1dj7
sjg:1dc3
3jki:46hs
3jl9:46ht
sjz:1d77
sk1:9eq
sk4:46hu
slq:1d7w sm6 1df2
smp:46hv
sn1:1deu
3ju6:46hx
snl:46hw
snv:46hy
sp5:9er
sq2:1d7d
srd:1dj8
ss4:1dbr
ssm:9es
sss:1dd5 9et
ssv:1da6
ssx:1d6y 9eu
svo:1dbl
svs:46hz
sxi:1dj9
t07:46i0
t08:46i1
sxo:46i2
t1g:1d8f
t3e:1daz
t65:t66
t89:46i3
t91:46i4
3ksa:46i5
tc5:98w
tiv:98x 9ev
tiw:98y
tj3:98z
tj4:9ew
tjf:46i6
ej9:46i7
tkd:1dae
tkn:46i8
3l2v:46i9
tm0:990
tng:9ex
tnh:98v 992
tny:1dc6
tor:1d8x
tot:1de1
tpx:1d95
tq0:1dcj
tq4:1dja
tqe:1dcs
tr7:1ddd
eli:46ia
trq:9ey
trr:1df3 trs 1dbs
trt:9ez
ts3:46ib
tsy:1dd6
tsz:1dgo 1djb
tt4:9f0
tti:1dbm
ttj:1d8p
tur:46id
3ltx:46ie
tv6:1d88
tvs:1dbn
tw1:9f1
tw2:994
tw6:1dek 1djc
3ly7:4658
twe:9f2
twi:9f3
3lzu:46if
twp:9f4
epa:46ig
epi:46ih
tzf:9f5
tzv:1djd
u00:46ii
u06:995
u0d:9f6
3mdm:46ij
u0j:9f7
u0v:1dgp 1dje
u0x:9f8
er6:46ik
u17:1djf 46im 46in
u1k:1dbo
u21:46io
3mhi:46il
u2j:1dgq 1djg
u3i:1dcg
u45:996
u5k:9f9
3mpi:46ip
u6m:997
u6z:9fa
u72:998
u73:999 9fb
u74:99b
u76:46iq
u7j:1dey
u7w:1dez
eur:46ir
u94:1df0
u95:46is
uar:99c
uc6:9fc
uc9:9fd
ucn:46it
ucs:9fe
ude:46iu
uep:1d7e
uf2:46iv
ui2:1daf
ui4:99e
ujs:9ff
ez2:46iw
ul4:9fg
ulb:9fh
3nsg:46ix
umq:1djh 46iy
un9:9fi
unj:9fj
unm:9fk
unw:9fl 99g
uoq:9fm
upb:1d89
uv4:46iz
uvr:1dde
uws:99h
uzp:9fn
v0d:46j0
f66:46j1
v3b:46j3
f71:46j2
3owe:46j4
v5g:1df1
3oxx:46j6
f7c:46j5
v7e:1d8a
3p5a:46j7
v8e:1d7k
v9e:v9f
vat:9fo
vb3:1d8g 9fp
3p8x:46j8
vbr:1dag
vbz:1ddf
vc5:9fq
vc6:99k
vcr:46j9 9fr
3pg2:468f
vcz:9fs
vd0:99l
vd9:9ft
vda:1dah
f9y:46ja
vdd:9fu vde
hig:1dfe
veh:46jb 9fv
vel:9fw
vet:46jd
vem:46jc
vf2:9fx
vf3:46je
vf7:9fy
vfa:46jf
vfk:9fz
vgb:46jg 9g0
vgj:1djs
vgq:9g1
vgw:99o
vgy:9g2
3pxc:46jh
vi7:99q
vil:1dc4 9g3
vim:1djt
vix:99s
vj0:1d6v 1d6w 1dji 9g4
vj3:99v
vj4:9g5
`
