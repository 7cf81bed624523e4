/* Plays the first legal move. Build with: cc -O2 -o first first.c
   It looks for the few fields it needs instead of reading JSON as a whole: they are on one line,
   and neither names nor moves have quotes or backslashes in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the value of a field begins; NULL if the message has no such field. */
static char *field(char *line, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", name);
    char *found = strstr(line, key);
    return found ? found + strlen(key) : NULL;
}

/* Whether a field is this text. */
static int is(char *line, const char *name, const char *text) {
    char *value = field(line, name);
    size_t length = strlen(text);
    return value && value[0] == '"' && !strncmp(value + 1, text, length) &&
           value[length + 1] == '"';
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (is(line, "type", "hello")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"first\"}");
        } else if (is(line, "type", "turn")) {
            char *id = field(line, "id"), *moves = field(line, "moves");
            char *end = moves ? strchr(moves + 2, '"') : NULL;
            if (id && end) {
                *end = 0; /* moves is ["a1","b2",...: the first lies after the bracket and quote */
                printf("{\"type\":\"move\",\"id\":%ld,\"move\":\"%s\"}\n", atol(id), moves + 2);
            }
        } else if (is(line, "type", "bye")) {
            break;
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
