# zsh_complete.zsh FOLDER LINE: prints LINE as a shell shows it after a TAB,
# with the completion script in FOLDER/_reprise.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='>'; unsetopt zle_bracketed_paste; TERM=dumb"
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "bindkey '^I' complete-word; reprise() { : }; print -r -- rea''dy"
# The prompt says that the line editor reads what is typed from here on.
zpty -r -m shell text '*ready*>*' || exit 9
zpty -w -n shell "$2"$'\t'
zpty -w -n shell $'\C-a: <\C-e>\n'
zpty -r -m shell text '*<*>*' || exit 9
print -r -- "$text"
zpty -d shell
