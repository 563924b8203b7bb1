package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

func part(value any) string {
	text, _ := json.Marshal(value)
	return base64.RawURLEncoding.EncodeToString(text)
}

// PalaverToken lets this user of yours comment, for an hour.
// For your server only.
func PalaverToken(user map[string]string, org, secret string) string {
	now := time.Now().Unix()
	head := part(map[string]string{"alg": "HS256", "typ": "JWT"})
	claims := part(map[string]any{
		"org": org, "user": user, "iat": now, "exp": now + 3600,
	})
	signed := head + "." + claims
	hash := hmac.New(sha256.New, []byte(secret))
	hash.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(hash.Sum(nil))
}

func main() {
	user := map[string]string{
		"id": "42", "username": "Zoë", "email": "zoe@example.org",
	}
	org, secret := os.Getenv("COMMENTS_ORG"), os.Getenv("COMMENTS_SECRET")
	fmt.Println(PalaverToken(user, org, secret))
}
